// Ports of what is started here: held from the moment they are chosen, since what is to listen there may take many seconds to start.
import { createServer } from 'node:net'

/**
 * Holds a port: the one that is liked, else any. No other program is given it until it is released.
 * @param {number} [liked]
 * @returns {Promise<import('./ports.mjs').HeldPort>}
 */
export function holdPort(liked = 0) {
  return new Promise((resolve, reject) => {
    const holder = createServer((socket) => socket.destroy())
    holder.once('error', (error) => (liked && isPortTaken(error) ? resolve(holdPort(0)) : reject(error)))
    holder.listen(liked, '127.0.0.1', () => {
      const { port } = holder.address()
      resolve({ port, release: () => new Promise((released) => holder.close(() => released())) })
    })
  })
}

/** How often ports are chosen anew. */
const mostTries = 4

/**
 * Starts what listens on several ports. Between the release of a port and the listening another program may take it: then all is chosen and started anew.
 * @see ports.d.mts
 */
export async function withPorts({ names, liked, onMoved = () => {} }, start) {
  for (let tries = 1; ; tries++) {
    const held = new Map()
    try {
      for (const name of names) held.set(name, await holdPort(liked[name]))
      for (const [name, { port }] of held)
        if (liked[name] && liked[name] !== port) onMoved({ name, liked: liked[name], port })
      const portOf = (name) => held.get(name).port
      return await start({
        portOf,
        take: (name) =>
          held
            .get(name)
            .release()
            .then(() => portOf(name)),
      })
    } catch (error) {
      if (tries === mostTries || !isPortTaken(error)) throw error
    } finally {
      await Promise.all([...held.values()].map(({ release }) => release()))
    }
  }
}

/** Whether a port that was to be listened on belongs to another program, by what the system or the stack says. */
const isPortTaken = (error) =>
  error instanceof Error && (error.code === 'EADDRINUSE' || error.code === 'port_taken' || isPortTaken(error.cause))
