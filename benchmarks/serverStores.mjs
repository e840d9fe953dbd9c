import { mkdir, rm } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { root } from '../scripts/processes.mjs'

/** A PostgreSQL and a Redis of a measurement's own, started by what the server's tests start theirs with. */
export async function startStores() {
  // Below the package, so that what is built finds its dependencies.
  const folder = `${root}packages/service-testing/node_modules/.cache/stores`
  await mkdir(folder, { recursive: true })
  const bundle = await rolldown({
    input: {
      postgres: `${root}packages/service-testing/src/startPostgres.ts`,
      redis: `${root}packages/service-testing/src/startRedis.ts`,
    },
    platform: 'node',
    external: /^[@a-z]/,
  })
  await bundle.write({ dir: folder, format: 'es' })
  await bundle.close()
  const load = (name) => import(pathToFileURL(`${folder}/${name}.js`).href)
  const [{ startPostgres }, { startRedis }] = await Promise.all([load('postgres'), load('redis')])
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  return {
    databaseUrl: await postgres.createDatabase(),
    redisUrl: redis.url,
    async stop() {
      await Promise.all([postgres.stop(), redis.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
