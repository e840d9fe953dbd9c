import { expect, test } from 'vitest'
import * as protocol from './protocol/index.js'

test('what the entry exports stands in exports.txt', async () => {
  const lines = Object.keys(protocol).map((each) => `protocol: ${each}`)
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('exports.txt')
})
