export { parseRecents, recentLimit, withRecent } from './recents.js'
