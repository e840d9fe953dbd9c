import { describe, expect, test } from 'vitest'
import { OverloadedError, RateLimitedError } from '../errors/refusals.js'
import { createSocketCounts, defaultRelay } from './limits.js'

const counts = ({ sockets = 8, socketsPerClient = 8 }) =>
  createSocketCounts({ ...defaultRelay, sockets, socketsPerClient })

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

  test('of its project, however often it comes and goes', () => {
    const { take } = counts({})
    const open = (client: string) => {
      const socket = take(client)
      socket.ofProject('demo')
      return socket
    }
    // Three quarters of eight.
    for (let round = 0; round < 3; round += 1) {
      const sockets = ['a', 'b', 'c', 'd', 'e', 'f'].map(open)
      const more = take('g')
      expect(() => more.ofProject('demo')).toThrow(OverloadedError)
      more.ofProject('other')
      for (const socket of [more, ...sockets]) socket.release()
    }
  })

  test('of the node, and what is released twice counts once', () => {
    const { take } = counts({ sockets: 2 })
    const [first] = [take('a'), take('b')]
    expect(() => take('c')).toThrow(OverloadedError)
    for (let time = 0; time < 2; time += 1) first?.release()
    take('c')
    expect(() => take('d')).toThrow(OverloadedError)
  })

  test('where its project refused it', () => {
    const { take } = counts({ sockets: 2, socketsPerClient: 1 })
    for (const client of ['a', 'b']) {
      const socket = take(client)
      if (client === 'a') socket.ofProject('demo')
      else socket.release()
    }
    take('b').ofProject('demo')
    expect(() => take('c')).toThrow(OverloadedError)
  })
})
