// Menus over a page, which are closed before all else.

/** The menu that is open, above all others. */
export function openPopover(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>("[popover]:popover-open")].at(-1);
}

/** Closes the menu that is open; returns false if there is none. */
export function closePopover(): boolean {
  const menu = openPopover();
  menu?.hidePopover();
  return menu !== undefined;
}
