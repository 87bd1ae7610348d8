/**
 * A caller's object by its own fields alone. Whatever somebody put on `Object.prototype` is none of them, neither
 * when the object is checked nor when a field that it lacks is read later.
 */

/** As `Object.create(null)` gives, but of a shape that engines read fast. */
class Bare {}
Object.setPrototypeOf(Bare.prototype, null);
Reflect.deleteProperty(Bare.prototype, 'constructor');

/** A copy that inherits nothing; a value that is no such object (an array, a function, text) as it is. */
export function ownFields<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.assign<object, Value & object>(new Bare(), value);
}

/** One own field of what may be no object at all; `undefined` where there is none. */
export function ownField(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** An object that is no array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object that is no plain one and no array. */
export function isInstance(value: unknown): boolean {
  return isObject(value) && !isPlainObject(value);
}

/** An object literal, whichever realm made it: no array, date, map or instance of a class. */
export function isPlainObject(value: unknown): boolean {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}
