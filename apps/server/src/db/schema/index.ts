/** Every table, a file a room. `drizzle-kit generate` writes the next migration from them. */
export { events } from './events.js'
export { projects, projectUsage } from './projects.js'
export { smartSessions } from './smartSessions.js'
