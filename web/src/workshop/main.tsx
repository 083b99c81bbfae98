// The page of the workshop. It is built by itself, so that the page that one
// plays on stays in one piece.

import { render } from "preact";
import { applyLook } from "../store/look";
import { Header } from "../views/header";
import { Notices } from "../views/notices";
import { Working } from "../views/working";
import { WorkshopView } from "./workshop";
import "../style/index.css";
import "./workshop.css";

applyLook();
const root = document.getElementById("app");
if (root) {
  root.replaceChildren();
  render(
    <>
      <Header view="workshop" home="./" />
      <Notices />
      <WorkshopView />
      <Working />
    </>,
    root,
  );
}
