import { Agent, request } from 'node:http'

/** @typedef {{ url: string, path: string, headers: Record<string, string>, body?: string, localAddress?: string }} Target */
/** @typedef {{ statuses: Record<string, number>, slowestOf: Record<string, number>, p99Of: Record<string, number>, p50: number, p99: number, slowest: number, elapsedMs: number, loadShare: number }} Measured */

/**
 * Sends requests at a rate, whether or not those before were answered, as visitors do. A target with a body is sent it as JSON; one with
 * an address of this machine is asked from there.
 * @param {{ targets: readonly Target[], perSecond: number, seconds: number }} options
 * @returns {Promise<Measured>}
 */
export async function load({ targets, perSecond, seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const ask = (index) => send({ agent, target: targets[index % targets.length] })
  const measured = await pace({ ask, perSecond, seconds })
  agent.destroy()
  return measured
}

/**
 * Asks at a rate, and counts an answer's time from when it was due.
 * @param {{ ask: (index: number) => Promise<number | string>, perSecond: number, seconds: number }} options - `ask` gives the status
 * @returns {Promise<Measured>}
 */
export async function pace({ ask, perSecond, seconds }) {
  const total = perSecond * seconds
  const times = new Float64Array(total)
  const statuses = {}
  const timesOf = {}
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  let sent = 0
  let answered = 0
  await new Promise((resolve, reject) => {
    const done = (index, status) => {
      times[index] = performance.now() - startedAt - (index / perSecond) * 1000
      statuses[status] = (statuses[status] ?? 0) + 1
      const alike = timesOf[status] ?? []
      alike.push(times[index])
      timesOf[status] = alike
      answered += 1
      if (answered === total) resolve()
    }
    const tick = () => {
      const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * perSecond))
      for (; sent < due; sent++) {
        const index = sent
        ask(index).then((status) => done(index, status), reject)
      }
      if (sent < total) setTimeout(tick, 1)
    }
    tick()
  })
  const elapsedMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  times.sort()
  const ofEach = (share) =>
    Object.fromEntries(
      Object.entries(timesOf).map(([status, all]) => [
        status,
        all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) * share)],
      ]),
    )
  const at = (share) => times[Math.min(total - 1, Math.floor(total * share))]
  const loadShare = (user + system) / 1000 / elapsedMs
  return {
    statuses,
    slowestOf: ofEach(1),
    p99Of: ofEach(0.99),
    p50: at(0.5),
    p99: at(0.99),
    slowest: at(1),
    elapsedMs,
    loadShare,
  }
}

/** @returns the status, or how it failed, once the answer has ended */
const send = ({ agent, target: { url, path, headers, body, localAddress } }) =>
  new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST'
    const call = request(`${url}${path}`, { agent, method, headers, localAddress }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode))
      response.once('error', () => resolve('cut off'))
    })
    call.once('error', () => resolve('failed'))
    call.end(body)
  })
