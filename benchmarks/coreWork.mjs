import { saturate } from './closedLoop.mjs'
import { startNode } from './serverProcess.mjs'

const project = (id) => ({ id, name: 'Bench', allowedOrigins: ['https://dapp.example'] })
const projects = ['bench', 'bench2', 'bench3', 'bench4'].map(project)
/** The usual budgets' proportions, for visitors who ask as fast as they are answered. */
const limits = { RATE_LIMIT_PER_SECOND: '1000', RATE_LIMIT_BURST: '20000', PROJECTS: JSON.stringify(projects) }
const rounds = 12

/**
 * How many cached reads one second of a core's work is, beside a bare Hono route that gives the very same answers on the same core, in turn: by the
 * processor's time, so that whatever else the machine does counts for neither. They come from a hundred visitors of four projects, counted in Redis.
 * @param {{ isPinned: boolean, env: Record<string, string>, paths: readonly string[], headers: Record<string, string> }} options
 * @returns {Promise<{ server: number, bare: number, share: number }>} the medians; the share is that of each turn
 */
export async function measureCore({ isPinned, env, paths, headers }) {
  const server = await startNode({ isPinned, env: { ...env, ...limits } })
  const ANSWERS = JSON.stringify(await answersOf({ url: server.url, paths, headers }))
  const bare = await startNode({ isPinned, script: 'benchmarks/bareHono.mjs', env: { ANSWERS } })
  const asks = Array.from({ length: 400 }, (_, nth) => {
    const visitor = Math.floor(nth / 4)
    const path = paths[nth % paths.length].replace('bench', projects[visitor % 4].id)
    return { path, headers, localAddress: `127.0.1.${visitor + 1}` }
  })
  const perSecondOf = async (node, seconds) => {
    const before = node.usage()
    const { answers, statuses } = await saturate({ url: node.url, asks, connections: 100, seconds })
    if (Object.keys(statuses).join() !== '200') throw new Error(`Reads were answered ${JSON.stringify(statuses)}.`)
    return (answers / (node.usage().cpuMs - before.cpuMs)) * 1_000
  }
  // In their first seconds their code is compiled.
  for (const node of [server, bare]) await perSecondOf(node, 12)
  const turns = []
  for (let round = 0; round < rounds; round++) {
    turns.push({ server: await perSecondOf(server, 2), bare: await perSecondOf(bare, 2) })
  }
  await Promise.all([server.stop(), bare.stop()])
  const median = (of) => turns.map(of).toSorted((a, b) => a - b)[rounds / 2]
  return {
    server: median((turn) => turn.server),
    bare: median((turn) => turn.bare),
    share: median((turn) => turn.server / turn.bare),
  }
}

/** By path. */
async function answersOf({ url, paths, headers }) {
  const answers = paths.map(async (path) => {
    const answer = await fetch(`${url}${path}`, { headers })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}.`)
    return [new URL(answer.url).pathname, await answer.text()]
  })
  return Object.fromEntries(await Promise.all(answers))
}
