import { createServer } from 'node:net'

/** A port of this machine that nobody listens on, for tests; nothing in the product imports this. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}
