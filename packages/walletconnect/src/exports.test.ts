import { expect, test } from 'vitest'
import * as protocol from './protocol/index.js'
import * as wallet from './wallet/index.js'

test('what the entries export stands in exports.txt', async () => {
  const lines = Object.entries({ protocol, wallet }).flatMap(([entry, exported]) =>
    Object.keys(exported).map((each) => `${entry}: ${each}`),
  )
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('exports.txt')
})
