import { href } from "react-router";
import { ContactLink, TextLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";
import type { SharedPage } from "#app/http/cache-policy.server.ts";
import { BulletList, Notice, NoticePart, PhoneContact } from "#app/routes/notices/notice.tsx";
import { shareNotice } from "#app/sharing/sharing.server.ts";
import { NOTICES } from "#app/sharing/sharing.ts";
import { REGISTRATION_LABELS } from "#app/vocabulary/registration.ts";

export const handle: SharedPage = { shared: {} };

export const middleware = [shareNotice("/accessibility")];

export const meta = () => [{ name: "description", content: NOTICES["/accessibility"].description }];

export default function Accessibility() {
  return (
    <Notice
      path="/accessibility"
      intro={`Everyone should be able to read about ${conference.name} and register for it, whatever device or software they use. We aim for level AA of the Web Content Accessibility Guidelines 2.2.`}
    >
      <NoticePart anchor="works" title="Our commitments">
        <BulletList>
          <li>
            Everything can be done with the keyboard alone. The first link that Tab reaches skips to the main
            content, and you can always see where the focus is.
          </li>
          <li>Everything works without JavaScript, and on a slow connection.</li>
          <li>Pages fit on a screen 320 pixels wide, and at 400% zoom, without sideways scrolling.</li>
          <li>
            Form errors are listed at the top of the page and next to each field. Nothing you typed is lost.
          </li>
          <li>
            Text has a contrast ratio of at least 4.5:1, and colour is never the only way to tell things
            apart.
          </li>
          <li>If your device is set to reduce motion, there is no smooth scrolling or spinning.</li>
          <li>
            Messages at the edge of the window disappear after five seconds, but stay while you point at them
            or focus on them. Anything important in them is also on the page.
          </li>
        </BulletList>
      </NoticePart>
      <NoticePart anchor="tested" title="How we test">
        <p>
          Each version of this site is tested before it is released. An automated checker (axe) looks for
          known problems on the public pages and the organisers’ screens, at phone and desktop widths, with
          and without JavaScript. Another automated test uses the same screens with the keyboard alone.
        </p>
        <p>
          Automated tests find some problems, but not all. No outside body has audited this site, and it has
          not been tested with every screen reader.
        </p>
      </NoticePart>
      <NoticePart anchor="limits" title="Known limitations">
        <BulletList>
          <li>Speakers’ photos have no description, but the speaker’s name is next to each photo.</li>
          <li>
            Other companies run the checkout for paid tickets and the pages of sponsors and social networks,
            so we can’t fix problems there. If the checkout does not work for you, write to us and we will
            find another way.
          </li>
        </BulletList>
      </NoticePart>
      <NoticePart anchor="day" title="On the day">
        <p>
          For directions, see <TextLink to={`${href("/")}#venue`}>Venue</TextLink>. If you need something to
          take part, such as step-free access, captions or a particular diet, tell us under “
          {REGISTRATION_LABELS.notes}” in the <TextLink to={href("/register")}>registration form</TextLink>,
          or write to us.
        </p>
      </NoticePart>
      <NoticePart anchor="tell" title="Tell us">
        <p>
          If something on this site gets in your way, write to <ContactLink />
          <PhoneContact />. Please tell us which page it was, what you wanted to do, and which device or
          software you use. If you cannot use the form, we can register you ourselves.
        </p>
      </NoticePart>
    </Notice>
  );
}
