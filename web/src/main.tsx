import { render } from "preact";
import { BoardController } from "./board/controller";
import { boot, opening, root } from "./first";
import { afterSmall } from "./game/ahead";
import { takeShared } from "./game/brought";
import { GameController } from "./game/controller";
import { nextFrame, nextTask } from "./game/task";
import { mayHaveUnsent } from "./scores/place";
import { tryStore } from "./store/database";
import { keepSite, noteVersion } from "./store/version";
import { wanted } from "./store/wanted";
import { settled } from "./texts/language";
import { App } from "./views/app";
import { watchBack } from "./windows";
import "./style/rest.css";

const language = settled(wanted());
watchBack();
const controller = new GameController(boot);
// The page answers before it is drawn, and shows the board first if it has one.
void (opening ? nextFrame() : nextTask()).then(show);

/** Shows everything, in place of what the first frame has shown. */
async function show(): Promise<void> {
  if (language) {
    await language;
    // What is said of the board was said in English so far.
    if (opening && boot.model) BoardController.of(boot.model).close();
  }
  const waiting = opening?.end() ?? [];
  if (root) {
    root.replaceChildren();
    render(<App controller={controller} shared={takeShared()} />, root);
  }
  // Said before there is a game that could not be kept.
  void afterSmall.then(tryStore).catch(() => {});
  for (const event of waiting) {
    document.body.dispatchEvent(new KeyboardEvent(event.type, event));
    // The next one means the game that this one may have begun.
    await nextTask();
  }
}

/**
 * Sends what could not be sent before. Its script is asked for over a connection alone: browsers don't
 * ask again for one that could not be fetched.
 */
async function sendUnsent(): Promise<void> {
  if (mayHaveUnsent() && navigator.onLine) await (await import("./scores/parts")).sendWaiting();
}
addEventListener("online", () => void sendUnsent().catch(() => {}));

// After the first frame: the page can be played without it.
addEventListener("load", () => {
  void afterSmall.then(sendUnsent).catch(() => {});
  // What a page needs that stays open, while it can be fetched; where it can't, a cache has an old page.
  void afterSmall
    .then(() => import("./views/watch"))
    .then(
      ({ watchPage }) => watchPage(),
      () => navigator.onLine && noteVersion(),
    );
  // What keeps the site fetches all of it, and must not be in the way of a first move.
  if (import.meta.env.PROD) void afterSmall.then(keepSite);
});
