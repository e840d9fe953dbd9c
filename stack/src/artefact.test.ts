import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bytecodeOf } from './artefact.js'

const script = fileURLToPath(new URL('../scripts/compile.mjs', import.meta.url))
const compile = async (option: string) => (await promisify(execFile)(process.execPath, [script, option])).stdout
const read = (file: string) => readFile(new URL(`../contracts/${file}`, import.meta.url), 'utf8')

test('neither a contract nor its artefact has changed since they were compiled, nor has what compiles them', async () => {
  expect(`${await compile('--stamp')}\n`).toBe(await read('compiled.sha256'))
})

// What is compiled is another only where the hash is.
if (process.env.FOYER_FULL)
  test('compiling the contracts again gives the committed artefacts, byte for byte', async () => {
    const compiled: unknown = JSON.parse(await compile('--print'))
    const committed = async (file: string) => [file, await read(file)]
    const files = [
      'FeeRouter.json',
      'FoyerEditions.json',
      'FoyerNft.json',
      'FoyerToken.json',
      'HeldEditions.json',
      'HeldGame.json',
      'HeldNft.json',
      'HeldPool.json',
      'HeldProxy.json',
      'HeldRouter.json',
      'HeldSafe.json',
      'HeldToken.json',
      'HeldVault.json',
      'HeldWrapper.json',
      'LocalAccount.json',
      'LocalAccountFactory.json',
      'LocalEns.json',
      'Multicall.json',
      'OffchainResolver.json',
      'SignatureCheck.json',
      'StrangeFactory.json',
      'StrangeToken.json',
      'ThingToken.json',
    ]
    expect(compiled).toEqual(Object.fromEntries(await Promise.all(files.map(committed))))
  })

test('bytecode is found with and without its prefix', () => {
  expect(bytecodeOf('../contracts/FoyerToken.json')).toMatch(/^0x[0-9a-f]{100,}$/)
  expect(bytecodeOf('@uniswap/v2-core/build/UniswapV2Factory.json')).toMatch(/^0x[0-9a-f]{100,}$/)
})

test.each(['@uniswap/v2-core/build/IERC20.json', '@uniswap/v2-core/package.json'])(
  'an artefact without code is refused by its name: %s',
  (specifier) => {
    expect(() => bytecodeOf(specifier)).toThrow(`${specifier} holds no bytecode.`)
  },
)
