import { expect, test } from 'vitest'
import { HostConfigError, readConfig } from './readConfig.js'

const key = 'A'.repeat(87)
const env = {
  API_URL: 'https://api.example',
  LOGIN_URL: 'http://login.internal:8080',
  KEEPER_URL: 'http://keeper.internal',
  KEEPER_PUBLIC_KEYS: JSON.stringify({ sealing: key, signing: key }),
}

test('the environment says where everything is', () => {
  expect(readConfig(env)).toMatchObject({
    host: '127.0.0.1',
    port: 7106,
    keeper: 'http://keeper.internal',
  })
  expect([readConfig(env).projectId, readConfig(env).networks]).toEqual([undefined, undefined])
  const network = { chainId: 'eip155:1', name: 'Ethereum', currency: { symbol: 'ETH', decimals: 18 }, tokens: [] }
  // Which of them have the delegate nobody sets.
  const said = JSON.stringify([{ ...network, delegate: `0x${'00'.repeat(20)}` }])
  expect(readConfig({ ...env, WALLET_NETWORKS: said }).networks).toEqual([network])
  expect(readConfig({ ...env, WALLET_PROJECT_ID: 'own' })).toMatchObject({ projectId: 'own' })
  expect(readConfig({ ...env, KEEPER_PLACE_HEADER: 'X-Place' })).toMatchObject({ placeHeader: 'X-Place' })
  expect(readConfig({ ...env, WALLET_HOST: '0.0.0.0', WALLET_PORT: '80' })).toMatchObject({ host: '0.0.0.0', port: 80 })
})

test.each([
  ['WALLET_HOST', '127.0.0.1:7106'],
  ['WALLET_HOST', '7106'],
  ['API_URL', 'wss://api.example'],
  ['WALLET_PORT', 'a'],
  ['WALLET_PORT', '70000'],
  ['API_URL', 'https://api.example/'],
  ['API_URL', undefined],
  ['LOGIN_URL', 'login.internal'],
  ['KEEPER_PUBLIC_KEYS', '{'],
  ['KEEPER_PUBLIC_KEYS', '{}'],
  ['WALLET_NETWORKS', '[]'],
  ['WALLET_PROJECT_ID', 'https://dapp.example'],
  ['KEEPER_PLACE_HEADER', 'x: y'],
])('%s can’t be %s', (name, value) => {
  const reading = () => readConfig({ ...env, [name]: value })
  expect(reading).toThrow(HostConfigError)
  expect(reading).toThrow(name)
})
