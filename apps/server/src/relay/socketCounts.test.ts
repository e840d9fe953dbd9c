import { OverloadedError, RateLimitedError } from '@foyer/service/errors/refusals'
import { describe, expect, test } from 'vitest'
import { createSocketCounts } from './socketCounts.js'

const counts = ({ sockets = 8, socketsPerClient = 8 }) => createSocketCounts({ sockets, socketsPerClient })

describe('a socket that is closed is counted no more', () => {
  test('of its client', () => {
    const { take } = counts({ socketsPerClient: 2 })
    const [first] = [take('a'), take('a')]
    expect(() => take('a')).toThrow(RateLimitedError)
    take('b')
    first?.release()
    take('a')
    expect(() => take('a')).toThrow(RateLimitedError)
  })

  test('of the node, and what is released twice counts once', () => {
    const { take } = counts({ sockets: 2 })
    const open = (client: string) => {
      const socket = take(client)
      socket.ofProject('demo')
      return socket
    }
    const [first] = [open('10.0.0.1'), open('10.1.0.1')]
    expect(() => open('10.2.0.1')).toThrow(OverloadedError)
    for (let time = 0; time < 2; time += 1) first?.release()
    open('10.2.0.1')
    expect(() => open('10.3.0.1')).toThrow(OverloadedError)
  })

  test('where its project refused it', () => {
    const { take } = counts({ sockets: 1, socketsPerClient: 1 })
    take('a').ofProject('demo')
    const refused = take('b')
    expect(() => refused.ofProject('demo')).toThrow(OverloadedError)
    refused.release()
    expect(() => take('b').ofProject('demo')).toThrow(OverloadedError)
  })
})

describe('the client that has most sockets gives way', () => {
  const world = ({ sockets = 1_200 } = {}) => {
    const { take } = counts({ sockets, socketsPerClient: 200 })
    const gone: string[] = []
    const open = ({ client, project = 'demo' }: { client: string; project?: string }) => {
      const socket = take(client)
      try {
        socket.ofProject(project)
      } catch (error) {
        socket.release()
        throw error
      }
      socket.onGaveWay(() => gone.push(client))
      return socket
    }
    return { take, gone, open }
  }

  test.each([14, 200])(
    'an honest one gets its sockets and keeps them, beside %i networks that open what they can',
    (networks) => {
      const { gone, open } = world()
      const attack = () => {
        for (let time = 0; time < 4_000; time += 1) {
          const client = `10.0.${time % networks}.${Math.floor(time / networks) % 250}`
          try {
            open({ client })
          } catch (error) {
            expect(error).toBeInstanceOf(Error)
          }
        }
      }
      open({ client: '192.0.2.1' })
      attack()
      open({ client: '192.0.2.1' })
      open({ client: '2001:db8:1:2::/64' })
      attack()
      expect(gone.length).toBeGreaterThan(0)
      expect(gone.filter((client) => !client.startsWith('10.'))).toEqual([])
    },
  )

  test('of the network that has most, by its /24 and its /48, and there the newest of the address that has most', () => {
    const { gone, open } = world({ sockets: 6 })
    for (const client of ['2001:db8:1:1::/64', '2001:db8:1:2::/64', '2001:db8:1:2::/64']) open({ client })
    for (const client of ['192.0.2.1', '192.0.2.2', '192.0.3.1']) open({ client })
    open({ client: '198.51.100.1' })
    expect(gone).toEqual(['2001:db8:1:2::/64'])
  })

  test('of the project that has most, before any of another’s', () => {
    const { gone, open } = world({ sockets: 4 })
    for (const client of ['192.0.2.1', '192.0.3.1', '192.0.4.1', '192.0.5.1']) open({ client })
    for (const _ of [1, 2]) open({ client: '192.0.6.1', project: 'other' })
    expect(gone).toHaveLength(2)
    expect(() => open({ client: '192.0.6.1', project: 'other' })).toThrow(OverloadedError)
  })

  test('one that gave way before it was served is told at once', () => {
    const { take, gone, open } = world({ sockets: 2 })
    for (const _ of [1, 2]) {
      const early = take('192.0.2.1')
      early.ofProject('demo')
      if (_ === 2) {
        open({ client: '192.0.3.1' })
        early.onGaveWay(() => gone.push('early'))
      }
    }
    expect(gone).toEqual(['early'])
  })
})
