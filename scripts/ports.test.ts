import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { holdPort, withPorts } from './ports.mjs'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

async function listen(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return port
}

test('two that start at once and like the same port have two: each is held from the choice to the listening', async () => {
  const { port: liked, release } = await holdPort()
  await release()
  const names = ['demo'] as const
  const moved: number[] = []
  const started = [1, 2].map(() =>
    withPorts({ names, liked: { demo: liked }, onMoved: ({ port }) => moved.push(port) }, async ({ portOf, take }) => {
      // Whatever else starts meanwhile, for as long as it may, is given another.
      const other = await holdPort(portOf('demo'))
      expect(other.port).not.toBe(portOf('demo'))
      await other.release()
      return listen(await take('demo'))
    }),
  )
  const ports = await Promise.all(started)
  expect(ports.toSorted()).toEqual([liked, ...moved].toSorted())
  expect(new Set(ports).size).toBe(2)
})

test('a port that is taken between release and listening makes it begin anew; any other failure is passed on, and nothing stays held', async () => {
  const tried: number[] = []
  const names = ['demo', 'server'] as const
  const port = await withPorts({ names, liked: {} }, async ({ portOf, take }) => {
    tried.push(portOf('server'))
    const free = await take('demo')
    if (tried.length === 1) await listen(free)
    // As the stack's parts say it: in words of their own, over the system's.
    return listen(free).catch((cause: unknown) => {
      throw new Error('It can’t listen.', { cause })
    })
  })
  expect([tried.length, servers.length]).toEqual([2, 2])
  expect(await listen(tried[1] ?? 0)).not.toBe(port)
  const failing = withPorts({ names, liked: {} }, ({ portOf }) => {
    tried.push(portOf('server'))
    throw new Error('Another.')
  })
  await expect(failing).rejects.toThrow('Another.')
  await listen(tried[2] ?? 0)
  expect(tried).toHaveLength(3)
})
