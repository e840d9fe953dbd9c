import { Agent, request } from 'node:http'

/**
 * Sends requests at a rate, whether or not those before were answered, as visitors do. A target with a body is sent it as JSON; one with
 * an address of this machine is asked from there.
 * @param {{ targets: readonly { url: string, path: string, headers: Record<string, string>, body?: string, localAddress?: string }[], perSecond: number, seconds: number }} options
 * @returns {Promise<{ statuses: Record<string, number>, slowestOf: Record<string, number>, p99Of: Record<string, number>, p50: number, p99: number, slowest: number, elapsedMs: number, loadShare: number }>}
 */
export async function load({ targets, perSecond, seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const total = perSecond * seconds
  const times = new Float64Array(total)
  const statuses = {}
  const timesOf = {}
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  let sent = 0
  let answered = 0
  await new Promise((resolve) => {
    const done = ({ index, status }) => {
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
      for (; sent < due; sent++) send({ agent, target: targets[sent % targets.length], index: sent, done })
      if (sent < total) setTimeout(tick, 1)
    }
    tick()
  })
  const elapsedMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  agent.destroy()
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

function send({ agent, target: { url, path, headers, body, localAddress }, index, done }) {
  const method = body === undefined ? 'GET' : 'POST'
  const call = request(`${url}${path}`, { agent, method, headers, localAddress }, (response) => {
    response.resume()
    response.once('end', () => done({ index, status: response.statusCode }))
    response.once('error', () => done({ index, status: 'cut off' }))
  })
  call.once('error', () => done({ index, status: 'failed' }))
  call.end(body)
}
