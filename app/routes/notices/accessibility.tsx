import { href } from "react-router";
import { PageLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";
import type { SharedPage } from "#app/http/route-handle.ts";
import { ContactEmail, Notice, Part, PhoneContact, Points } from "#app/routes/notices/notice.tsx";
import { shareFixedPage } from "#app/sharing/sharing.server.ts";
import { NOTICES } from "#app/sharing/sharing.ts";
import { REGISTRATION_LABELS } from "#app/vocabulary/registration.ts";

const { title, description } = NOTICES["/accessibility"];

export const handle: SharedPage = { shared: {} };

export const middleware = [shareFixedPage("/accessibility", `${title} – ${conference.name}`, description)];

export const meta = () => [{ name: "description", content: description }];

export default function Accessibility() {
  return (
    <Notice
      title={title}
      intro={`Everyone should be able to read about ${conference.name} and register for it, whatever device or software they use. We aim for level AA of the Web Content Accessibility Guidelines 2.2.`}
    >
      <Part anchor="works" title="Our commitments">
        <Points>
          <li>
            Everything can be done with the keyboard alone. Tab offers a link that skips to the main content,
            and you can always see where the focus is.
          </li>
          <li>Everything works without JavaScript, and on a slow connection.</li>
          <li>Pages fit a screen 320 pixels wide, or 400% zoom, without scrolling sideways.</li>
          <li>Form errors are listed at the top and beside each field, and nothing you typed is lost.</li>
          <li>
            Text has a contrast of at least 4.5 to 1, and colour is never the only way to tell things apart.
          </li>
          <li>If your device is set to reduce motion, there is no smooth scrolling or spinning.</li>
          <li>
            Messages at the edge of the window disappear after five seconds, but stay while you point at them
            or focus them. Anything important in them is on the page as well.
          </li>
        </Points>
      </Part>
      <Part anchor="tested" title="How we test">
        <p>
          Each version of this site is tested before it is released: an automated checker (axe) looks for
          known problems on the public screens and on the organisers’ screens, at phone and desktop width,
          with JavaScript and without, and an automated test works through both by keyboard.
        </p>
        <p>
          Automated tests find some problems, not all. No outside body has audited this site, and it has not
          been tried with every screen reader.
        </p>
      </Part>
      <Part anchor="limits" title="Known limitations">
        <Points>
          <li>Speakers’ pictures have no description; the speaker’s name is next to each of them.</li>
          <li>
            The checkout for paid tickets, and the pages of sponsors and social networks, are run by others,
            so we can’t fix them. If the checkout does not work for you, write to us and we will find another
            way.
          </li>
        </Points>
      </Part>
      <Part anchor="day" title="On the day">
        <p>
          For how to get there, see{" "}
          <PageLink to={`${href("/")}#venue`} className="text-link">
            Venue
          </PageLink>
          . If you need something to take part, such as step-free access, captions or a particular diet, tell
          us under “{REGISTRATION_LABELS.notes}” in the{" "}
          <PageLink to={href("/register")} className="text-link">
            registration
          </PageLink>
          , or write to us.
        </p>
      </Part>
      <Part anchor="tell" title="Tell us">
        <p>
          If something on this site gets in your way, write to <ContactEmail />
          <PhoneContact />. It helps to know which page it was, what you wanted to do, and which device or
          software you use. You can register that way too.
        </p>
      </Part>
    </Notice>
  );
}
