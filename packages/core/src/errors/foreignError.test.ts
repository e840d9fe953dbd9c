import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FoyerError } from './FoyerError.js'
import { foreignError, isUserRejection } from './foreignError.js'
import { OfflineError } from './http.js'

describe('the wallet’s numbers', () => {
  test.each([
    [4001, 'user_rejected'],
    [5000, 'user_rejected'],
    [4100, 'unauthorized'],
    [4200, 'unsupported_method'],
    [4900, 'provider_disconnected'],
    [4901, 'chain_disconnected'],
    [4902, 'unrecognized_chain'],
    [32603, 'invalid_chain_id'],
    [5700, 'wallet_capability'],
    [5710, 'wallet_capability'],
    [5720, 'wallet_capability'],
    [5730, 'wallet_capability'],
    [5740, 'wallet_capability'],
    [5750, 'wallet_capability'],
    [5760, 'wallet_capability'],
  ])('[S8.39] %i becomes %s, wherever it is nested', (number, code) => {
    const thrown = { code: number, message: 'words' }
    for (const cause of [
      thrown,
      { code: String(number) },
      { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: thrown } },
      { code: -32603, data: thrown },
      new Error('wrapped', { cause: thrown }),
      { error: thrown },
      { code: 'UNKNOWN_ERROR', info: { error: thrown } },
      { code: -32603, message: JSON.stringify(thrown) },
      new Error(JSON.stringify({ code: number, message: '' })),
      JSON.stringify({ error: 'no', code: number }),
    ]) {
      expect(foreignError(cause, { method: 'eth_call' })).toMatchObject({
        code,
        walletCode: number,
        facts: { method: 'eth_call', walletCode: number },
        cause,
      })
    }
  })

  test.each([-32700, -32600, -32601, -32602, -32603, -32000, -32001, -32003, -32004, -32005, -32006, 3])(
    '[S8.38] %i becomes a JSON-RPC error',
    (rpcCode) => {
      expect(foreignError({ code: rpcCode, message: 'words', data: '0x01' })).toMatchObject({
        code: 'json_rpc',
        rpcCode,
        rpcData: '0x01',
        message: expect.stringContaining('words'),
      })
    },
  )

  test('-32603 is a wrapping: the number inside says more', () => {
    const cause = { code: -32603, message: 'Internal', data: { code: 3, message: 'execution reverted', data: '0x08' } }
    expect(foreignError(cause)).toMatchObject({
      rpcCode: 3,
      rpcData: '0x08',
      message: expect.stringContaining('reverted'),
    })
  })

  test('-32002 from a wallet is a prompt that already waits', () => {
    expect(foreignError({ code: -32002, message: 'Already processing eth_requestAccounts' }).code).toBe(
      'request_pending',
    )
  })
})

describe('refusals', () => {
  test.each([
    ['User rejected the request.'],
    ['MetaMask Tx Signature: User denied transaction signature.'],
    ['user cancelled'],
    ['Canceled by user'],
    ['The user rejected the request through the wallet.'],
    ['Transaction rejected'],
    ['Request was declined.'],
    ['User closed modal'],
    ['user closed popup'],
    ['login popup has been closed by the user'],
    ['Popup closed'],
    ['popup window was closed'],
    [{ code: -32603, message: 'The window was closed by user' }],
    [new Error('User disapproved requested chains')],
    [{ code: -32603, message: 'User rejected the request.' }],
    [{ code: 'ACTION_REJECTED', reason: 'rejected' }],
    [{ error: 'User rejected' }],
    [{ name: 'WalletSignTransactionError', error: new Error('User rejected the request.') }],
  ])('[S8.39] %j is the visitor’s refusal', (cause) => {
    expect(foreignError(cause)).toMatchObject({ code: 'user_rejected', notice: 'error.rejected' })
    expect(isUserRejection(cause)).toBe(true)
  })

  test.each([
    ['insufficient funds for gas'],
    ['transaction rejected by the mempool: underpriced'],
    [{ code: -32003, message: 'transaction rejected' }],
    [{ code: 3, message: 'execution reverted: not allowed by owner' }],
    ['Username is denied'],
    ['Popup window was blocked'],
    ['The connection was closed'],
    ['Popup failed to open, as its browser has closed it off'],
    [undefined],
    [4001],
    ['{"code":4001'],
    ['{"reason":"no"}'],
    [`{"code":4001,"message":"${'x'.repeat(2_000)}"}`],
  ])('%j is not', (cause) => {
    expect(isUserRejection(cause)).toBe(false)
  })
})

describe('what no standard names', () => {
  test.each([
    ['boom', 'boom'],
    [new Error('boom'), 'boom'],
    [undefined, 'without saying why'],
    [null, 'without saying why'],
    [42, 'without saying why'],
    [{}, 'without saying why'],
  ])('%j is an unknown failure of the wallet, kept as cause', (cause, words) => {
    const error = foreignError(cause)
    expect(error).toMatchObject({ code: 'unknown_wallet', message: expect.stringContaining(words) })
    expect(error.cause).toBe(cause)
  })

  test('ours comes back as it is, from inside too', () => {
    const ours = new OfflineError()
    expect(foreignError(ours)).toBe(ours)
    expect(foreignError({ code: 4001, error: ours })).toBe(ours)
  })

  test('an abort is an abort', () => {
    const controller = new AbortController()
    controller.abort()
    expect(foreignError(controller.signal.reason).code).toBe('aborted')
  })
})

describe('never throws', () => {
  const refuses = () => {
    throw new Error('trap')
  }
  const hostile = new Proxy({}, { get: refuses, has: refuses, getPrototypeOf: refuses, ownKeys: refuses })
  const endless: object = new Proxy({}, { get: () => endlessly() })
  const endlessly = (): object => new Proxy({}, { get: () => endlessly() })
  const cyclic: Record<string, unknown> = { code: 4001 }
  cyclic.cause = cyclic
  cyclic.data = { originalError: cyclic }
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()

  test('a hostile proxy, an endless one, a revoked one, a cycle', () => {
    expect(foreignError(hostile).code).toBe('unknown_wallet')
    expect(foreignError(endless).code).toBe('unknown_wallet')
    expect(foreignError(revoked.proxy).code).toBe('unknown_wallet')
    expect(foreignError({ cause: hostile, code: 4001 }).code).toBe('user_rejected')
    expect(foreignError(cyclic).code).toBe('user_rejected')
  })

  test('on anything at all', () => {
    const nested = fc.record(
      { code: fc.anything(), message: fc.anything(), data: fc.anything(), cause: fc.anything(), error: fc.anything() },
      { requiredKeys: [] },
    )
    const anything = fc.oneof(fc.anything({ withNullPrototype: true, withBigInt: true, withSparseArray: true }), nested)
    fc.assert(
      fc.property(anything, (cause) => {
        const error = foreignError(cause)
        expect(error).toBeInstanceOf(FoyerError)
        expect(error.cause).toBe(cause)
        expect(typeof isUserRejection(cause)).toBe('boolean')
      }),
      { numRuns: 2000 },
    )
  })
})
