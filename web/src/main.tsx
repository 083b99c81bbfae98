import first from "virtual:first-mode";
import { render } from "preact";
import { Room } from "./game/room";
import { readRoute } from "./route";
import { applyTheme } from "./store/settings";
import { App } from "./views/app";
import "./style/index.css";

applyTheme();
const root = document.getElementById("app");
if (root) {
  root.replaceChildren();
  const room = new Room(first);
  room.welcome(readRoute(location.hash));
  render(<App room={room} />, root);
}
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // After the first frame: the page can be played without it.
  addEventListener("load", () => void navigator.serviceWorker.register("./worker.js"));
}
