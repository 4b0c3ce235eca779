type ButtonProps = React.ComponentProps<"button">;

export const SubmitButton = (props: ButtonProps) => <button type="submit" className="button" {...props} />;

export const SmallButton = (props: ButtonProps) => (
  <button type="submit" className="small-button" {...props} />
);

type BadgeProps = { tone?: string; children: React.ReactNode };

export const Badge = ({ tone, children }: BadgeProps) => (
  <span className="badge" data-tone={tone}>
    {children}
  </span>
);
