
// From here on written by hand (crates/web/guard.js); build.mjs puts it here.

// Why the engine has stopped; null while it works.
let stopped = null;

function engineError(message, cause) {
    const error = new Error(message, cause === undefined ? undefined : { cause });
    error.name = 'PolymergeError';
    error.kind = 'engine';
    return error;
}

function hasStopped() {
    return engineError(`the engine has stopped and must be loaded anew with restart(): ${stopped}`);
}

function staleHandle() {
    return engineError('this belongs to an engine that was loaded anew since: open it again');
}

/**
 * The functions of an instance, which are not called any more once one of them
 * has thrown: errors of the engine are given back, so that whatever is thrown
 * (a panic, a stack that is full) has torn it from its work and left its memory
 * in any state.
 */
function guarded(exports) {
    const own = {};
    for (const [name, value] of Object.entries(exports)) {
        own[name] = typeof value === 'function' && !name.startsWith('__wbindgen_start') ? guardedCall(name, value) : value;
    }
    return own;
}

function guardedCall(name, call) {
    // What the JavaScript here does before and after calls must not hide what they throw.
    const isOwn = name.startsWith('__');
    return (...values) => {
        if (stopped !== null) {
            if (isOwn) return 0;
            throw hasStopped();
        }
        try {
            return call(...values);
        } catch (error) {
            // Nothing is called before this is set: there may be no stack left for that.
            stopped = 'it threw something that is no error';
            if (typeof error?.message === 'string') stopped = error.message;
            throw error?.name === 'PolymergeError' ? error : engineError(`a fault of the engine: ${stopped}`, error);
        }
    };
}

/**
 * Loads the engine anew, as it must be after an error of the kind `engine`. What
 * was opened before can't be used any more. Nothing is fetched.
 */
export function restart() {
    if (wasm === undefined) throw engineError('the engine was never loaded: call init() first');
    __wbg_reset_state();
    stopped = null;
}
