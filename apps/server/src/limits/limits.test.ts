import { describe, expect, test } from 'vitest'
import { createClientKey, isNetwork } from './clientAddress.js'
import { createRateLimit } from './rateLimit.js'
import { createSlidingWindow } from './slidingWindow.js'

describe('whom a request is counted against', () => {
  const key = ({
    remote,
    forwardedFor,
    trusted = [],
  }: {
    remote?: string
    forwardedFor?: string
    trusted?: string[]
  }) => createClientKey({ trustedProxies: trusted })({ remote, forwardedFor })

  test('the other end of the connection, whatever a header says', () => {
    expect(key({ remote: '203.0.113.7', forwardedFor: '198.51.100.1' })).toBe('203.0.113.7')
    expect(key({ remote: '::ffff:203.0.113.7' })).toBe('203.0.113.7')
    expect(key({})).toBe('')
  })

  test('behind trusted proxies, the last address that is none of them', () => {
    const trusted = ['10.0.0.0/8', '192.0.2.1', 'fd00::/8']
    const remote = '10.1.2.3'
    expect(key({ remote, trusted, forwardedFor: '1.1.1.1, 203.0.113.7, 192.0.2.1' })).toBe('203.0.113.7')
    expect(key({ remote: 'fd00::1', trusted, forwardedFor: '203.0.113.7' })).toBe('203.0.113.7')
    expect(key({ remote, trusted, forwardedFor: 'nonsense' })).toBe('10.1.2.3')
    expect(key({ remote, trusted, forwardedFor: '10.0.0.9' })).toBe('10.0.0.9')
    expect(key({ remote, trusted })).toBe('10.1.2.3')
    expect(key({ remote: '203.0.113.9', trusted, forwardedFor: '1.1.1.1' })).toBe('203.0.113.9')
  })

  test('an IPv6 household is one', () => {
    expect(key({ remote: '2001:db8:1:2:3:4:5:6' })).toBe('2001:db8:1:2::/64')
    expect(key({ remote: '2001:db8:1:2::9' })).toBe('2001:db8:1:2::/64')
    expect(key({ remote: '2001:db8::9' })).toBe('2001:db8:0:0::/64')
    expect(key({ remote: '::1' })).toBe('0:0:0:0::/64')
    expect(key({ remote: 'fe80::1%eth0' })).toBe('fe80:0:0:0::/64')
  })

  test('networks are written as addresses, with a length or without', () => {
    expect(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'].every(isNetwork)).toBe(true)
    expect(['10.0.0', '10.0.0.0/33', 'fd00::/129', 'a', '', '10.0.0.0/8/8', '10.0.0.0/-1'].some(isNetwork)).toBe(false)
  })
})

describe('the rate limit', () => {
  test('lets a burst through, then so many a second, and says when to come again', () => {
    let time = 0
    const limit = createRateLimit({ perSecond: 2, burst: 3, now: () => time })
    const take = (key: string, cost?: number) => limit.take({ key, cost })
    expect([take('a'), take('a'), take('a'), take('a')]).toEqual([null, null, null, 1])
    expect(take('b')).toBe(null)
    time += 500
    expect([take('a'), take('a')]).toEqual([null, 1])
    expect(take('a', 3)).toBe(2)
    time += 60_000
    expect([take('a', 100), take('a')]).toEqual([null, 1])
  })

  test('forgets those who are gone, and bounds what it remembers of those who are not', () => {
    let time = 0
    const limit = createRateLimit({ perSecond: 0.001, burst: 1, now: () => time })
    for (let index = 0; index < 100_001; index++) limit.take({ key: `${index}` })
    expect(limit.take({ key: '100000' })).toBe(1000)
    expect(limit.take({ key: '0' })).toBe(null) // the oldest had to go
    time += 2_000_000
    expect(limit.take({ key: '100000' })).toBe(null)
  })
})

describe('the sliding window', () => {
  test('lets so many through in any stretch of its length', () => {
    let time = 1_000_000
    const window = createSlidingWindow({ most: 2, withinMs: 10_000, now: () => time })
    const take = (key = 'a') => window.take({ key })
    expect([take(), take('b')]).toEqual([null, null])
    time += 6_000
    expect([take(), take(), take('b')]).toEqual([null, 4, null])
    time += 4_000
    expect([take(), take()]).toEqual([null, 6])
  })

  test('bounds what it remembers', () => {
    const window = createSlidingWindow({ most: 1, withinMs: 10_000, now: () => 1_000_000 })
    for (let index = 0; index < 100_001; index++) window.take({ key: `${index}` })
    expect(window.take({ key: '100000' })).toBe(10)
    expect(window.take({ key: '0' })).toBe(null)
  })
})
