export { mailboxConformance, read, start, store } from './mailboxConformance.js'
export { type SlowMailboxes, slowMailboxes } from './slowMailboxes.js'
