import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * For tests: a port that is free now and outside the system's range. A port of that range may be assigned to another process
 * as soon as it is closed, which happens while tests run beside each other.
 */
export async function unusedPort(): Promise<number> {
  // The range begins at 32768 on Linux and at 49152 elsewhere.
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return unusedPort()
  }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Two different ones. */
export async function twoUnusedPorts(): Promise<readonly [number, number]> {
  const [one, other] = [await unusedPort(), await unusedPort()]
  return one === other ? twoUnusedPorts() : [one, other]
}
