import { type OpenDashboard, openDashboard } from '../dashboard/openDashboard.js'
import { createRunTask } from '../vault/runTask.js'
import { inlineWorkers } from '../vault/test/inlineWorker.js'
import type { ScriptedServers } from './scriptedServers.js'
import { cookieJar, memoryDatabase } from './testFrame.js'

export const walletOrigin = 'https://wallet.example'

/** The wallet's own page over both servers, in a browser that keeps its device: loaded as often as it is asked for. */
export function testDashboard(servers: ScriptedServers, more: Partial<OpenDashboard> = {}) {
  const database = memoryDatabase()
  const run = createRunTask(inlineWorkers().start)
  return {
    run,
    load: (as = run) =>
      openDashboard({
        origin: walletOrigin,
        ...{ projectId: '', networks: [] },
        keeperKeys: servers.keeperKeys,
        database,
        run: as,
        passkeys: { create: async () => null, get: async () => null },
        fetch: servers.fetch,
        page: cookieJar(),
        now: Date.now,
        report: (error) => {
          throw error
        },
        ...more,
      }),
  }
}
