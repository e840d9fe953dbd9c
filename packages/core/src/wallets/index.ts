export { connectMethods } from './connectMethods.js'
export { type ConnectRow, type ConnectRowsParameters, type ConnectTag, connectRows } from './connectRows.js'
export { parseRecents, recentLimit, withRecent } from './recents.js'
