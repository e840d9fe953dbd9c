/**
 * In jsdom a bare buffer is of the page's realm, which Node's WebCrypto doesn't take for bytes, as it does a view of it. A browser has one realm. What
 * passes buffers, as libraries do, is tried there all the same.
 */
const isBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]'
const isParameters = (value: unknown): value is object => Object.prototype.toString.call(value) === '[object Object]'

const asView = (value: unknown): unknown => (isBuffer(value) ? new Uint8Array(value) : value)
const withViews = (value: unknown): unknown =>
  isParameters(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asView(each)]))
    : asView(value)

const methods: object = Object.getPrototypeOf(crypto.subtle)
const isDone = Symbol.for('foyer takes views')
if (!Reflect.has(methods, isDone)) {
  Object.defineProperty(methods, isDone, { value: true })
  for (const name of ['decrypt', 'deriveBits', 'deriveKey', 'digest', 'encrypt', 'importKey', 'sign', 'verify']) {
    const method: unknown = Reflect.get(methods, name)
    if (typeof method !== 'function') continue
    const value = function (this: unknown, ...given: unknown[]) {
      return Reflect.apply(method, this, given.map(withViews))
    }
    Object.defineProperty(methods, name, { value, configurable: true, writable: true })
  }
}
