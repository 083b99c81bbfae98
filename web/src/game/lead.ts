// What a newcomer has to know, in a line.

export const LEAD =
  '<span class="for-keys">Press the arrow keys.</span><span class="for-touch">Swipe.</span> Equal tiles merge.';
