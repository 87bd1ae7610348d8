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

/** An object that is no plain one and no array. */
export function isInstance(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isPlainObject(value);
}

/** An object literal, whichever realm made it: no array, date, map or instance of a class. */
export function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}
