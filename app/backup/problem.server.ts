/** Why there is no backup, or why one is not restored. Its message is a sentence for the self-hoster. */
export class BackupError extends Error {}

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

/** Runs a command of the self-hoster: what goes wrong is a sentence and exit status 1. */
export async function runCommand(outcome: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(error instanceof BackupError ? message : `${outcome}: ${message}`);
    process.exitCode = 1;
  }
}
