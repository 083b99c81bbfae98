
// The rest is written by hand (crates/web/guard.js); glue.mjs puts it here.

// The reason why the engine has stopped; null while it works.
let stopped = null;

// True once the module is loaded.
let isLoaded = false;

// True during a call of the engine.
let isAtWork = false;

function polymergeError(kind, code, message, cause) {
    const error = new Error(message, cause === undefined ? undefined : { cause });
    error.name = 'PolymergeError';
    error.kind = kind;
    error.code = code;
    return error;
}

function hasStopped() {
    return polymergeError('engine', 'engine-stopped', `the engine has stopped and must be loaded anew with restart(): ${stopped}`);
}

/** Returns a stand-in for the functions of the module until it is loaded. */
function unloaded() {
    return new Proxy({}, {
        get() {
            throw polymergeError('engine', 'engine-not-loaded', 'the engine is not loaded: call init() first, and wait for it');
        },
    });
}

/** Throws while the engine works: getters of options run while it holds objects that they could change. */
function requireRest() {
    if (isAtWork) throw polymergeError('input', 'bad-argument', 'the engine is at work: the getter of an option must not call it');
}

function notByNew(name) {
    return polymergeError('input', 'no-constructor', `new ${name}() makes nothing: see the static functions of ${name}, and open()`);
}

/** Throws unless a value is an object of a class that can still be used. Without the name of an argument, the value is the object of the call. */
function requireHandle(value, type, name, argument) {
    if (!(value instanceof type)) {
        let given = value === null || value === undefined ? `${value}` : `a value of the type ${typeof value}`;
        if (typeof value === 'object' && value !== null) given = Array.isArray(value) ? 'an array' : 'another object';
        const what = argument === undefined ? `what is called as a ${name}` : argument;
        throw polymergeError('input', 'bad-argument', `${what} must be a ${name}, not ${given}`);
    }
    if (value.__wbg_inst !== undefined && value.__wbg_inst !== __wbg_instance_id) {
        throw polymergeError('engine', 'engine-reloaded', 'this belongs to an engine that was loaded anew since: open it again');
    }
    if (!value.__wbg_ptr) {
        throw polymergeError('input', 'freed', `${argument ?? `this ${name}`} was freed: it can't be used any more`);
    }
}

/** A member of all objects of classes, which are handles: what copies them as data, such as `structuredClone`, reads it. */
const noData = Object.freeze(Object.defineProperty({}, 'copied', {
    enumerable: true,
    get() {
        throw polymergeError('input', 'not-data', 'a handle of the engine is no data, and is not copied or posted: take its snapshot(), its toFile(), or what its functions return');
    },
}));

/** Returns the text of an object for JSON, by which it can be made again. */
function textOf(handle, name) {
    if (name === 'Mode') return handle.toFile();
    if (handle.snapshot !== undefined) return handle.snapshot();
    throw polymergeError('input', 'not-data', `${name} is the class of a handle, which is no data and has no text for JSON: take what its functions return`);
}

/** What consoles show of an object, by its class. */
const members = {
    Mode: ({ info: { name, title } }) => ({ name, title }),
    Game: ({ seed, status, score, moves }) => ({ seed, status, score, moves }),
    Position: ({ isOver, score, moves }) => ({ isOver, score, moves }),
    Afterstate: ({ points }) => ({ points }),
    Batch: ({ games, ended }) => ({ games, ended }),
    Opened: ({ kind }) => ({ kind }),
    ReplayPlayer: ({ length, position }) => ({ length, position }),
};

/** Returns the text of an object for consoles of Node and others. */
function shown(handle, name, depth, options, inspect) {
    if (depth < 0 || !Object.hasOwn(handle, '__wbg_ptr')) return `[${name}]`;
    if (!handle.__wbg_ptr) return `[${name}, freed]`;
    try {
        return `${name} ${inspect(members[name]?.(handle) ?? {}, options)}`;
    } catch {
        return `[${name}, which can't be read]`;
    }
}

/**
 * The functions of an instance, which are not called any more once one of them
 * has thrown: errors of the engine are given back, so that whatever is thrown
 * (a panic, a stack that is full) has torn it from its work and left its memory
 * in any state.
 */
function guarded(exports) {
    isLoaded = true;
    const own = {};
    for (const [name, value] of Object.entries(exports)) {
        own[name] = typeof value === 'function' && !name.startsWith('__wbindgen_start') ? guardedCall(name, value) : value;
    }
    return own;
}

function guardedCall(name, call) {
    // The JavaScript around calls must not hide their errors.
    const isOwn = name.startsWith('__');
    return (...values) => {
        if (stopped !== null) {
            if (isOwn) return 0;
            throw hasStopped();
        }
        if (!isOwn) requireRest();
        const isOutermost = !isAtWork;
        isAtWork = true;
        try {
            return call(...values);
        } catch (error) {
            // Nothing is called before this is set: there may be no stack left for that.
            stopped = 'it threw something that is no error';
            if (typeof error?.message === 'string') stopped = error.message;
            if (error?.name === 'PolymergeError') throw error;
            throw polymergeError('engine', 'engine-fault', `a fault of the engine: ${stopped}`, error);
        } finally {
            if (isOutermost) isAtWork = false;
        }
    };
}

/**
 * Loads the engine anew, as it must be after an error of the kind `engine`. What
 * was opened before can't be used any more. Nothing is fetched.
 */
export function restart() {
    if (!isLoaded) throw polymergeError('engine', 'engine-not-loaded', 'the engine was never loaded: call init() first');
    requireRest();
    __wbg_reset_state();
    stopped = null;
}
