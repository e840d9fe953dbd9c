import { describe, expect, test } from 'vitest'
import { base, bitcoin, solana } from './known.js'
import type { Network } from './network.js'
import { type RpcProxy, rpcUrlsFor, walletRpcUrlsFor } from './networkUrls.js'

const proxy: RpcProxy = { api: 'https://foyer.example', projectId: 'p&1' }
const proxied = (network: Network) =>
  `https://foyer.example/v1/?chainId=${encodeURIComponent(network.caipNetworkId)}&projectId=p%261`
const own = 'https://mainnet.base.org'
const custom = 'https://my.node.example/key'
const customRpcUrls = { 'eip155:8453': [{ url: custom }], 'eip155:1': [{ url: 'https://other.example' }] }
const near: Network = { ...base, chainNamespace: 'near', caipNetworkId: 'near:mainnet', id: 'mainnet' }
const other: Network = { ...base, chainNamespace: 'other', caipNetworkId: 'other:hub', id: 'hub' }

describe('where the kit asks', () => {
  test('[S7.33] the host’s own addresses first, then the operator’s proxy, then the network’s list', () => {
    expect(rpcUrlsFor({ network: base, customRpcUrls, proxy })).toEqual([custom, proxied(base), own])
    expect(rpcUrlsFor({ network: base, proxy })).toEqual([proxied(base), own])
    expect(rpcUrlsFor({ network: base, customRpcUrls })).toEqual([custom, own])
    expect(rpcUrlsFor({ network: base })).toEqual([own])
  })

  test('[S7.33] the proxy is asked about evm, solana, bitcoin and near, not about other families', () => {
    for (const network of [base, solana, bitcoin, near]) {
      expect(rpcUrlsFor({ network, proxy })[0]).toBe(proxied(network))
    }
    expect(rpcUrlsFor({ network: other, proxy })).toEqual([own])
  })

  test('the proxy is asked only about networks that it serves', () => {
    const some: RpcProxy = { ...proxy, networkIds: ['eip155:1'] }
    expect(rpcUrlsFor({ network: base, proxy: some })).toEqual([own])
    expect(rpcUrlsFor({ network: base, proxy: { ...proxy, networkIds: ['eip155:8453'] } })[0]).toBe(proxied(base))
  })

  test('[S7.34] an address on the proxy gets the project id that it lacks, and keeps one that it has', () => {
    const at = (url: string) => ({
      network: base,
      proxy: { ...proxy, networkIds: [] },
      customRpcUrls: { 'eip155:8453': [{ url }] },
    })
    expect(rpcUrlsFor(at('https://foyer.example/v1?chainId=eip155:8453'))[0]).toBe(
      'https://foyer.example/v1?chainId=eip155%3A8453&projectId=p%261',
    )
    expect(rpcUrlsFor(at('https://foyer.example/v1/'))[0]).toBe(proxied(base))
    expect(rpcUrlsFor(at('https://foyer.example/v1/?chainId=eip155%3A8453&projectId=mine'))[0]).toBe(
      'https://foyer.example/v1/?chainId=eip155%3A8453&projectId=mine',
    )
  })

  test('[S7.34] no other origin learns the project id, however alike it looks', () => {
    for (const url of [
      'https://foyer.example.evil.example/v1',
      'https://foyer.example:8443/v1',
      'http://foyer.example/v1',
      'https://foyer.example@evil.example/v1',
      'not an address',
    ]) {
      const found = rpcUrlsFor({ network: base, proxy, customRpcUrls: { 'eip155:8453': [{ url }] } })
      expect(found[0]).toBe(url)
    }
  })

  test('one address is asked once', () => {
    const twice = { 'eip155:8453': [{ url: own }, { url: own }] }
    expect(rpcUrlsFor({ network: base, customRpcUrls: twice, proxy })).toEqual([own, proxied(base)])
  })
})

describe('what a wallet is given', () => {
  test('the host’s own addresses and the network’s, never the proxy', () => {
    expect(walletRpcUrlsFor({ network: base, customRpcUrls, proxy })).toEqual([custom, own])
    const onProxy: Network = { ...base, rpcUrls: { default: { http: [proxied(base), own] } } }
    expect(walletRpcUrlsFor({ network: onProxy, proxy })).toEqual([own])
  })

  test('of a network with two lists, a wallet receives `chainDefault` and the kit calls `default`', () => {
    const network: Network = {
      ...base,
      rpcUrls: { ...base.rpcUrls, chainDefault: { http: ['https://public.example'] } },
    }
    expect(walletRpcUrlsFor({ network, proxy })).toEqual(['https://public.example'])
    expect(rpcUrlsFor({ network })).toEqual([own])
  })
})
