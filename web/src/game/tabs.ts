// Several tabs of the site: a game is played in one of them at a time. A tab
// that opens a game asks for it; the tab that has it writes it down and lets go.

const CHANNEL = "polymerge";
/** Milliseconds in which a tab that has the game says so. */
const ANSWER = 80;
/** Milliseconds in which it has written it down. */
const TIMEOUT = 3000;

type Message = { say: "want" | "mine" | "yours" | "gone"; id: string };

export interface TabEvents {
  /** Returns true if the game is the current one here. */
  has(id: string): boolean;
  /** Lets go of the game; settled when it is written down. */
  yield(id: string): Promise<void>;
  /** The game was deleted elsewhere. */
  gone(id: string): void;
}

export class Tabs {
  private readonly channel: BroadcastChannel | null;
  private readonly heard = new Set<(message: Message) => void>();

  constructor(private readonly events: TabEvents) {
    this.channel = opened();
    if (this.channel)
      this.channel.onmessage = ({ data }: MessageEvent<Message>) => {
        for (const hear of this.heard) hear(data);
        void this.answer(data);
      };
  }

  /** Has the game written down and let go by the tab that has it. Tells whether one had. */
  async claim(id: string): Promise<boolean> {
    if (!this.channel) return false;
    const mine = this.next("mine", id, ANSWER);
    const yours = this.next("yours", id, TIMEOUT);
    this.say("want", id);
    return (await mine) && (await yours);
  }

  /** Tells that the game was deleted. */
  forget(id: string): void {
    this.say("gone", id);
  }

  private async answer({ say, id }: Message): Promise<void> {
    if (!this.events.has(id)) return;
    if (say === "gone") this.events.gone(id);
    if (say !== "want") return;
    this.say("mine", id);
    await this.events.yield(id).catch(() => {});
    this.say("yours", id);
  }

  /** Resolves to true if something is said of a game in time. */
  private next(say: Message["say"], id: string, time: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isSaid: boolean) => {
        clearTimeout(timer);
        this.heard.delete(hear);
        resolve(isSaid);
      };
      const hear = (message: Message) => message.say === say && message.id === id && end(true);
      const timer = setTimeout(() => end(false), time);
      this.heard.add(hear);
    });
  }

  private say(say: Message["say"], id: string): void {
    try {
      this.channel?.postMessage({ say, id } satisfies Message);
    } catch {
      // As without a channel: nothing that two tabs do with a game is lost.
    }
  }
}

/** Without a channel, what several tabs did with one game is kept as several games. */
function opened(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}
