import { Link } from "react-router";
import { conference } from "#app/conference.ts";
import type { SharedPage } from "#app/http/shared-page.ts";
import { REGISTRATION_LABELS } from "#app/models/delegate.ts";
import { ContactEmail, Notice, OrByPhone, Part, Points } from "#app/routes/notices/notice.tsx";
import { NOTICES } from "#app/sharing/notices.ts";

const { title, description } = NOTICES["/accessibility"];

export const handle: SharedPage = { shared: {} };

export const meta = () => [{ name: "description", content: description }];

/** What is true of how this site can be used, and how that is known. */
export default function Accessibility() {
  return (
    <Notice
      title={title}
      intro={`Everybody should be able to read about ${conference.name} and to register for it, whatever they use to do so. We aim at level AA of the Web Content Accessibility Guidelines 2.2.`}
    >
      <Part anchor="works" title="What you can count on">
        <Points>
          <li>
            Everything can be done with the keyboard alone. The first press of Tab offers a link that skips to
            the main content, and you always see where you are.
          </li>
          <li>Everything works without JavaScript, and on a slow connection.</li>
          <li>Pages fit a screen of 320 pixels, or text at 400 %, without scrolling sideways.</li>
          <li>
            A form that was not right says what is wrong at its top and beside each field, and keeps what you
            typed.
          </li>
          <li>
            Text stands out from its background by at least 4.5 to 1, and nothing is told by colour alone.
          </li>
          <li>Where your device asks for less motion, pages do not glide and nothing spins.</li>
          <li>
            A message in the corner goes away after five seconds. It stays while you point at it or focus it,
            and what matters in it stands on the page too.
          </li>
        </Points>
      </Part>
      <Part anchor="tested" title="How we know">
        <p>
          Each version of this site is tested before it is released: by a program that looks for known faults
          (axe) on its public screens and on the organisers' screens, at the width of a phone and of a
          desktop, with JavaScript and without, and by a program that goes through both with the keyboard.
        </p>
        <p>
          Programs find some faults and not all. No outside body has audited this site, and it has not been
          tried with every screen reader.
        </p>
      </Part>
      <Part anchor="limits" title="What is not as good as it should be">
        <Points>
          <li>
            Speakers' pictures have no description of their own; the speaker's name stands beside each of
            them.
          </li>
          <li>
            The checkout for paid tickets, and the pages of sponsors and social networks, are other people's
            sites, and we cannot mend them. If the checkout does not work for you, write to us, and we will
            find another way.
          </li>
        </Points>
      </Part>
      <Part anchor="day" title="On the day">
        <p>
          How to get there stands under{" "}
          <Link to="/#venue" className="text-link">
            Venue
          </Link>
          . If you need something to take part, such as step-free access, captions or a certain diet, say so
          under “{REGISTRATION_LABELS.notes}” in the{" "}
          <Link to="/register" className="text-link">
            registration
          </Link>
          , or write to us.
        </p>
      </Part>
      <Part anchor="tell" title="Tell us">
        <p>
          If something here is in your way, write to <ContactEmail />
          <OrByPhone />. It helps to know which page it was, what you wanted to do, and what you use. You can
          register that way too.
        </p>
      </Part>
    </Notice>
  );
}
