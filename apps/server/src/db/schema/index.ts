/** Every table, a file a room. `drizzle-kit generate` writes the next migration from them. */
export { events } from './events.js'
export { projects } from './projects.js'
