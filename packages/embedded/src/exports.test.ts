import { expect, test } from 'vitest'
import * as index from './index.js'
import * as protocol from './protocol/index.js'

test('what the entries export stands in exports.txt', async () => {
  const lines = Object.entries({ index, protocol }).flatMap(([entry, exported]) =>
    Object.keys(exported).map((each) => `${entry}: ${each}`),
  )
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('exports.txt')
})
