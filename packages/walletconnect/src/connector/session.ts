// What a session needs beyond its code to scan, in one piece: it comes while the visitor scans, or with a session that is restored.

export { createRequesting, loadPeerErrors } from '../dapp/requesting.js'
export { openHearing } from '../engine/openHearing.js'
export { createLiveSessions } from './liveSessions.js'
export { restore } from './restoring.js'

/** What it takes to live with other pages: made of much that is here, and so fetched after it. */
export const loadOtherPages = (): Promise<typeof import('../tabs/otherPages.js')> => import('../tabs/otherPages.js')
