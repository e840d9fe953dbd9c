import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * For tests: a port that nobody listens on, and that the system hands out to nobody. One that the system has chosen belongs, as
 * soon as it is given up, to whoever asks for any port next, and while tests run beside each other somebody always does.
 */
export async function quietPort(): Promise<number> {
  // Below where Linux (32768) and the others (49152) begin to choose from.
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return quietPort()
  }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Two of them that aren't the same. */
export async function twoQuietPorts(): Promise<readonly [number, number]> {
  const [one, other] = [await quietPort(), await quietPort()]
  return one === other ? twoQuietPorts() : [one, other]
}
