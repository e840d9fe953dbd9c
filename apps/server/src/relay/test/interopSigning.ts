import { hashMessage, parseTransaction, recoverAddress, verifyTypedData } from 'viem'
import { expect } from 'vitest'
import { hexOf, key, message, otherFamilies, signTransaction, text, transaction, typedData } from './interopSubjects.js'

/** For tests; nothing in the product imports this. What a wallet is asked for in every interop test. */

/** What an application asks for. */
export interface AskedRequest {
  readonly chainId: string
  readonly method: string
  readonly params: unknown
}

/** Asks within a session; `answer` is what the wallet makes of the parameters that have reached it. */
export type Ask = (request: AskedRequest, answer: (params: unknown) => unknown) => Promise<unknown>

/** A message arrives as it was asked for, and comes back signed. */
export async function expectMessageSigned({
  ask,
  chainId,
}: {
  readonly ask: Ask
  readonly chainId: string
}): Promise<void> {
  const params = [message, key.address]
  const signature = await ask({ chainId, method: 'personal_sign', params }, (heard) => {
    expect(heard).toEqual(params)
    return key.signMessage({ message: { raw: message } })
  })
  expect(await recoverAddress({ hash: hashMessage(text), signature: hexOf(signature) })).toBe(key.address)
}

/** A message, typed data and a transaction arrive as they were asked for, and come back signed. */
export async function expectSigned(ask: Ask): Promise<void> {
  const chainId = 'eip155:1'
  await expectMessageSigned({ ask, chainId })

  const mail = [key.address, JSON.stringify(typedData)]
  const signature = await ask({ chainId, method: 'eth_signTypedData_v4', params: mail }, (heard) => {
    expect(heard).toEqual(mail)
    return key.signTypedData(typedData)
  })
  expect(await verifyTypedData({ ...typedData, address: key.address, signature: hexOf(signature) })).toBe(true)

  const signed = await ask({ chainId, method: 'eth_signTransaction', params: [transaction] }, (heard) => {
    expect(heard).toEqual([transaction])
    return signTransaction()
  })
  expect(parseTransaction(hexOf(signed))).toMatchObject({ chainId: 1, value: 1n })
}

/** What other families ask and answer arrives byte for byte. */
export async function expectCarried(ask: Ask): Promise<void> {
  for (const { result, ...request } of otherFamilies) {
    const answered = await ask(request, (heard) => {
      expect(JSON.stringify(heard)).toBe(JSON.stringify(request.params))
      return result
    })
    expect(JSON.stringify(answered)).toBe(JSON.stringify(result))
  }
}
