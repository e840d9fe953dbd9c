// A device that asks the keeper, as the wallet's page does, behind the proxy that says where it is.
import { Agent, request } from 'node:http'
import { loadCustody } from '../loadCustody.mjs'

const custody = await loadCustody()
const { beginCeremonyCall, createSigningKeys, encodeBytes, keeperNonceCall, nextNonce, randomBytes, signBody } = custody
export const { ceremonyStateCall } = custody

export const walletOrigin = 'https://wallet.example'
const site = 'https://dapp.example'
/** A question that waits longer than the keeper lets it is lost. */
const longestMs = 40_000
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/**
 * @param {{ url: string, path: string, from: string, body: object, withinMs?: number }} asked
 * @returns {Promise<{ status: number, reply: any, nonce: string | null }>} the nonce is of the next call, where one is given with the answer
 */
function post({ url, path, from, body, withinMs = longestMs }) {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: walletOrigin }
  const signal = AbortSignal.timeout(withinMs)
  const options = { method: 'POST', agent, signal, headers: { ...headers, 'x-forwarded-for': from } }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, options, async (answer) => {
      try {
        const chunks = []
        for await (const chunk of answer) chunks.push(chunk)
        const text = String(Buffer.concat(chunks))
        const reply = text === '' ? null : JSON.parse(text)
        resolve({ status: answer.statusCode, reply, nonce: answer.headers[nextNonce] ?? null })
      } catch (error) {
        reject(error)
      }
    })
    sent.once('error', reject)
    sent.end(JSON.stringify(body))
  })
}

/** @param {{ url: string, from: string, withinMs?: number }} asked */
export async function askNonce(asked) {
  const { status, reply } = await post({ ...asked, path: keeperNonceCall.path, body: {} })
  return status === 200 ? reply.nonce : null
}

/** Signs a call by a device's keys, and asks it. @param {{ url: string, from: string, keys: CryptoKeyPair, call: { id: string, path: string }, nonce: string, payload: object, withinMs?: number }} asked */
export async function askSigned({ keys, call, nonce, payload, ...asked }) {
  return post({ ...asked, path: call.path, body: await signBody({ keys, call: call.id, nonce, payload }) })
}

/** Begins the confirmation of a new device. @param {{ url: string, from: string, email: string, withinMs?: number }} asked */
export async function beginCeremony({ email, ...asked }) {
  const keys = await createSigningKeys()
  const nonce = await askNonce(asked)
  if (nonce === null) return { keys, status: 429, reply: null }
  const payload = { email, site, commitment: encodeBytes(randomBytes(32)) }
  return { keys, ...(await askSigned({ ...asked, keys, call: beginCeremonyCall, nonce, payload })) }
}
