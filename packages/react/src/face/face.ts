/** What the buttons show of a connected account: fetched when there is one. */
export { AccountFace } from './AccountFace.js'
