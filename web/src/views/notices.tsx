// What is said on every view: that nothing is kept, that what was kept was deleted,
// that there is a new version of the site, and what just happened and can be taken back.

import { site } from "virtual:texts/site";
import { useLayoutEffect, useState } from "preact/hooks";
import { areHeld, type Notice, notice, noticeNow, watchNotices } from "../game/notices";
import { troubleText } from "../store/database";
import { watchTrouble } from "../store/trouble";
import { hasNewVersion, watchVersion } from "../store/version";
import { useWatched } from "./hooks";
import { Icon } from "./icons";

export function Notices() {
  const said = useWatched(watchNotices, noticeNow);
  const isElsewhere = useWatched(watchNotices, areHeld);
  const isNew = useWatched(watchVersion, hasNewVersion);
  const trouble = useTrouble();
  return (
    <>
      <div role="status">
        {trouble && <p class="notice lasting">{trouble}</p>}
        {isNew && (
          <p class="notice lasting">
            <span>{site.newVersion}</span>
            <button type="button" onClick={() => location.reload()}>
              {site.loadIt}
            </button>
          </p>
        )}
      </div>
      <div class="notices" role="status">
        {said && !isElsewhere && <PassingNotice notice={said} />}
      </div>
    </>
  );
}

/** A notice with its button, and one to dismiss it. */
export function PassingNotice({ notice: { text, action } }: { notice: Notice }) {
  return (
    <p class="notice">
      <span>{text}</span>
      {action && (
        <button type="button" onClick={action.act}>
          {action.name}
        </button>
      )}
      <button type="button" class="plain" aria-label={site.dismiss} onClick={() => notice(null)}>
        <Icon name="close" />
      </button>
    </p>
  );
}

/** Returns the troubles of keeping and reading, and why, in a few sentences; "" if all is well. */
export function useTrouble(): string {
  const [text, setText] = useState("");
  useLayoutEffect(() => {
    const look = () => void troubleText().then(setText);
    look();
    return watchTrouble(look);
  }, []);
  return text;
}
