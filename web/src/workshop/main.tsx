// The page of the workshop. It is built by itself, so that the page that one
// plays on stays in one piece.

import { render } from "preact";
import { wanted } from "../store/wanted";
import { settled } from "../texts/language";
import { Header } from "../views/header";
import { Notices } from "../views/notices";
import { watchPage } from "../views/watch";
import { Working } from "../views/working";
import { watchBack } from "../windows";
import { root, taken } from "./first";
import { WorkshopView } from "./workshop";
import "../style/board.css";
import "../style/game.css";
import "../style/actions.css";
import "../style/small.css";
import "../style/rest.css";
import "./editor.css";
import "./parts.css";
import "./beginnings.css";

/** The workshop's own texts in the languages beside English. */
const TABLES = {
  de: () => import("virtual:language/de/workshop"),
  es: () => import("virtual:language/es/workshop"),
};

watchPage();
watchBack();
void show();

/** Shows everything, in place of what the first frame has shown. */
async function show(): Promise<void> {
  await settled(wanted(), TABLES);
  const typed = await taken();
  if (!root) return;
  root.replaceChildren();
  render(
    <>
      <Header view="workshop" home="./" />
      <Notices />
      <WorkshopView typed={typed} />
      <Working />
    </>,
    root,
  );
}
