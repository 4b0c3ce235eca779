// All people and companies are fictitious.
import type { ConnectionRole, Track } from "#app/vocabulary/program.ts";

type SampleSpeaker = {
  slug: string;
  name: string;
  title: string;
  company: string;
  bio: string;
  category: Track;
  featured?: true;
  /** False for the one speaker shown with initials instead of a photo. */
  hasPhoto?: false;
};

export const samplePhoto = ({ slug, hasPhoto }: SampleSpeaker): string | null =>
  hasPhoto === false ? null : `/portraits/${slug}.svg`;

type SampleSession = {
  title: string;
  time: string;
  type: string;
  track: Track | null;
  description: string;
  speakers: [slug: string, role: ConnectionRole][];
};

export const SAMPLE_SPEAKERS: SampleSpeaker[] = [
  {
    slug: "marguerite-oyelaran",
    name: "Marguerite Oyelaran",
    title: "Editor in chief",
    company: "The Southern Courier",
    bio: "Marguerite has edited four mastheads in twenty-two years and closed none of them. She reads every pitch that reaches her by eight in the morning, and answers about one in forty.",
    category: "b2c",
    featured: true,
  },
  {
    slug: "tobias-lindqvist",
    name: "Tobias Lindqvist",
    title: "Director of communications",
    company: "Bassline Energy",
    bio: "Tobias ran the press office of a port authority, two airlines and a state election before he moved to energy. He teaches spokespeople to stop talking.",
    category: "b2b",
    featured: true,
  },
  {
    slug: "priya-ramanathan",
    name: "Priya Ramanathan",
    title: "Head of newsroom product",
    company: "Parallel News",
    bio: "Priya builds the tools that reporters use between a tip and a story, and measures which save time and which only seem to.",
    category: "tech",
    featured: true,
  },
  {
    slug: "daniel-okafor-reyes",
    name: "Daniel Okafor-Reyes",
    title: "Presenter, Mornings",
    company: "Radio Harbour",
    bio: "Daniel interviews three people before most of the city is awake. He keeps a list of the questions that no one has ever answered well.",
    category: "media",
    featured: true,
  },
  {
    slug: "hanna-petrov",
    name: "Hanna Petrov",
    title: "Consumer affairs reporter",
    company: "Channel Ten-Four",
    bio: "Hanna’s stories start with a receipt. She has had seventeen products recalled and one returned to her by courier, with a note.",
    category: "b2c",
  },
  {
    slug: "lachlan-byrne",
    name: "Lachlan Byrne",
    title: "Lifestyle editor",
    company: "Weekend Table",
    bio: "Lachlan commissions ninety pieces a month on food, homes and travel, most of them from people he has never met.",
    category: "b2c",
  },
  {
    slug: "mei-tanaka-wills",
    name: "Mei Tanaka-Wills",
    title: "Managing director",
    company: "Loudhailer PR",
    bio: "Mei’s agency launches things that people eat, wear or give to children. She believes a media list should fit on one page.",
    category: "b2c",
  },
  {
    slug: "rosa-delgado",
    name: "Rosa Delgado",
    title: "Social video producer",
    company: "Sunup",
    bio: "Rosa turns press conferences into forty seconds that people watch to the end. Her record is a budget speech.",
    category: "b2c",
  },
  {
    slug: "gregor-achterberg",
    name: "Gregor Achterberg",
    title: "Companies editor",
    company: "The Ledger",
    bio: "Gregor has read more annual reports than anyone should. He starts at the notes and works forward.",
    category: "b2b",
  },
  {
    slug: "fatima-el-masri",
    name: "Fatima El-Masri",
    title: "Corporate affairs lead",
    company: "Northgate Freight",
    bio: "Fatima handled a strike, a merger and a flood in the same quarter, and wrote down what she would do differently.",
    category: "b2b",
  },
  {
    slug: "owen-prichard",
    name: "Owen Prichard",
    title: "Trade press publisher",
    company: "Prichard & Daughters",
    bio: "Owen publishes eleven trade titles, among them one for lift engineers with a readership he calls ferociously loyal.",
    category: "b2b",
  },
  {
    slug: "catherine-ng",
    name: "Catherine Ng",
    title: "Markets correspondent",
    company: "Closing Bell",
    bio: "Catherine files before the market opens, corrects after it closes, and has strong views on embargoes.",
    category: "b2b",
    hasPhoto: false,
  },
  {
    slug: "samuel-adeyemi",
    name: "Samuel Adeyemi",
    title: "Technology editor",
    company: "Signal & Noise",
    bio: "Samuel declines about two hundred product announcements a week and keeps the best of the refusals.",
    category: "tech",
  },
  {
    slug: "ingrid-solheim",
    name: "Ingrid Solheim",
    title: "Machine learning engineer",
    company: "Parallel News",
    bio: "Ingrid trains models to read press releases. They have become rather good at telling when nothing happened.",
    category: "tech",
  },
  {
    slug: "kiran-bhatt",
    name: "Kiran Bhatt",
    title: "Founder",
    company: "Clipdesk",
    bio: "Kiran left a television newsroom to build an editing tool for people who are not editors. Two hundred press offices use it.",
    category: "tech",
  },
  {
    slug: "beatrice-fontaine",
    name: "Beatrice Fontaine",
    title: "Media trainer",
    company: "Plain Answers",
    bio: "Beatrice spent fifteen years asking questions on air and now teaches people to answer them.",
    category: "media",
  },
  {
    slug: "jack-merriweather",
    name: "Jack Merriweather",
    title: "Freelance journalist",
    company: "Independent",
    bio: "Jack has written for thirty-one publications, nineteen of which still exist. He chairs the freelancers’ desk.",
    category: "media",
  },
  {
    slug: "aroha-parata",
    name: "Aroha Parata",
    title: "Audience editor",
    company: "Te Tai Press",
    bio: "Aroha decides what goes out, where and when, for a newsroom that publishes in two languages.",
    category: "media",
  },
];

export const SAMPLE_SESSIONS: SampleSession[] = [
  {
    title: "The front page is not where it was",
    time: "8:45 AM - 9:30 AM",
    type: "keynote",
    track: null,
    description:
      "Most readers now meet a story somewhere its editors never see. Marguerite Oyelaran opens the day by asking what that does to news judgement, to pitches, and to everyone’s alarm clock. Doors and coffee from 8:30.",
    speakers: [["marguerite-oyelaran", "speaker"]],
  },
  {
    title: "Morning conference: what made it in, and why",
    time: "9:40 AM - 10:30 AM",
    type: "panel",
    track: null,
    description:
      "A real editorial meeting, on stage, with real pitches from this week. Four editors argue over six stories and keep two. Afterwards they explain what would have changed their minds.",
    speakers: [
      ["daniel-okafor-reyes", "moderator"],
      ["marguerite-oyelaran", "panelist"],
      ["gregor-achterberg", "panelist"],
      ["samuel-adeyemi", "panelist"],
      ["aroha-parata", "panelist"],
    ],
  },
  {
    title: "Your product is not news. Here is what is",
    time: "11:00 AM - 12:00 PM",
    type: "panel",
    track: "b2c",
    description:
      "Consumer reporters take apart launches that worked and launches that sank, and show the sentence in each release at which they decided.",
    speakers: [
      ["mei-tanaka-wills", "moderator"],
      ["hanna-petrov", "panelist"],
      ["lachlan-byrne", "panelist"],
    ],
  },
  {
    title: "Results day without tears",
    time: "11:00 AM - 12:00 PM",
    type: "workshop",
    track: "b2b",
    description:
      "Bring last year’s results announcement. Leave with one that a companies editor would read past the second paragraph, and a plan for the hour after it goes out.",
    speakers: [
      ["gregor-achterberg", "speaker"],
      ["catherine-ng", "speaker"],
      ["fatima-el-masri", "moderator"],
    ],
  },
  {
    title: "What the machine reads before the reporter does",
    time: "11:00 AM - 12:00 PM",
    type: "keynote",
    track: "tech",
    description:
      "Newsrooms sort their inboxes with software now. Two of the people who build it show what it looks for, what it throws away, and how to write for both readers at once.",
    speakers: [
      ["priya-ramanathan", "speaker"],
      ["ingrid-solheim", "speaker"],
    ],
  },
  {
    title: "Twenty seconds of video, made by lunchtime",
    time: "1:15 - 2:15 PM",
    type: "workshop",
    track: "tech",
    description:
      "One phone, one window, no budget. Everyone in the room films, cuts and captions a clip that a newsroom could run as it is.",
    speakers: [
      ["kiran-bhatt", "speaker"],
      ["rosa-delgado", "speaker"],
    ],
  },
  {
    title: "Staying a journalist: rates, rights and rest",
    time: "1:15 - 2:15 PM",
    type: "panel",
    track: "media",
    description:
      "Freelancers and staff compare what they are paid, what they sign away and when they sleep, and agree on three things to ask for next time.",
    speakers: [
      ["jack-merriweather", "moderator"],
      ["aroha-parata", "panelist"],
      ["beatrice-fontaine", "panelist"],
    ],
  },
  {
    title: "The crisis hour, minute by minute",
    time: "2:30 - 3:45 PM",
    type: "workshop",
    track: null,
    description:
      "A fictional company has a very bad afternoon. Tables play the press office, the newsroom and the regulator, while the clock runs and the phones ring. Tobias Lindqvist calls the time; Owen Prichard plays everyone who rings.",
    speakers: [
      ["tobias-lindqvist", "speaker"],
      ["owen-prichard", "speaker"],
      ["beatrice-fontaine", "speaker"],
    ],
  },
  {
    title: "Drinks with the newsroom",
    time: "4:00 - 5:00 PM",
    type: "networking",
    track: null,
    description: "No stage, no slides. Badges show who pitches and who is pitched to; the rest is up to you.",
    speakers: [],
  },
];
