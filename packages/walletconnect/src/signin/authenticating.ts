/** Signing in while connecting: code that is fetched when it is first asked for, as most applications don't. */
export { authenticate } from './authenticate.js'
export { createAuthentications } from './authentications.js'
