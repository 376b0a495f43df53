// What stands in TeaVM's runtime where that makes functions of texts: the page's policy allows none.

// The texts of functions that are called from Java: those of the class library, and our own.
const BODIES = {
  'return array;': (array) => array,
  'return str;': (str) => str,
  'return String(value);': (value) => String(value),
  'return Math.log1p(value);': (value) => Math.log1p(value),
  'return Math.log10(value);': (value) => Math.log10(value),
  'return navigator.hardwareConcurrency;': () => navigator.hardwareConcurrency,
  '{return {text:text,bytes:bytes};}': (text, bytes) => ({ text, bytes }),
};

function functionOf(body) {
  if (!Object.hasOwn(BODIES, body)) {
    throw new Error('the runtime has no function for ' + body);
  }
  return BODIES[body];
}

function exported(fn, takesRest, rethrow) {
  const named = fn.length - 1;
  return function (...given) {
    try {
      return takesRest ? fn(...given.slice(0, named), given.slice(named)) : fn(...given);
    } catch (e) {
      rethrow(e);
    }
  };
}

function exportedMethod(fn, takesRest, rethrow) {
  const named = fn.length - 2;
  return function (...given) {
    try {
      return takesRest ? fn(this, ...given.slice(0, named), given.slice(named)) : fn(this, ...given);
    } catch (e) {
      rethrow(e);
    }
  };
}

function renamed(name, constructor) {
  const other = function (marker, javaObject) {
    return constructor.call(this, marker, javaObject);
  };
  return Object.defineProperty(other, 'name', { value: name });
}

function addCalls(imports, rethrow, globalNamed) {
  const guarded = (call) => {
    try {
      return call();
    } catch (e) {
      rethrow(e);
    }
  };
  for (let i = 0; i < 32; i++) {
    imports['createFunction' + i] = (...texts) => functionOf(texts.at(-1));
    imports['bindFunction' + i] = (fn, ...first) => fn.bind(null, ...first);
    imports['callFunction' + i] = (fn, ...given) => guarded(() => fn(...given));
    imports['callMethod' + i] = (instance, method, ...given) =>
      guarded(() =>
        instance === null ? globalNamed(method)(...given) : instance[method](...given));
    imports['construct' + i] = (constructor, ...given) => guarded(() => new constructor(...given));
    imports['arrayOf' + i] = (...given) => given;
  }
}

