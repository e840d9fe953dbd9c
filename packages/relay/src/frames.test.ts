import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RelayRequestError } from './errors.js'
import { errorFrame, readFrame, resultFrame } from './frames.js'
import { costOf, maxMessageBytes, maxTopicsAtOnce, readRequest } from './requests.js'

const topic = 'ab'.repeat(32)

describe('a frame', () => {
  test.each([
    ['a string of 19 digits, as JavaScript clients write it', '"1795157065372007424"', '"1795157065372007424"'],
    ['a number of 19 digits, beyond 2⁵³', '1795157065372007429', '1795157065372007429'],
    ['a number of 16 digits', '1795157065372007', '1795157065372007'],
    ['a number of 15 digits', '179515706537200', '179515706537200'],
    ['the largest', '18446744073709551615', '18446744073709551615'],
  ])('is answered by its id to the last digit: %s', (_, written, answered) => {
    const frame = readFrame(`{"id":${written},"jsonrpc":"2.0","method":"irn_publish","params":{"id":1}}`)
    if (frame.kind !== 'request') throw new Error(frame.kind)
    expect(resultFrame({ id: frame.id, result: true })).toBe(`{"id":${answered},"jsonrpc":"2.0","result":true}`)
  })

  test.each([
    ['1', 'InvalidRequestId'],
    ['"abc"', 'InvalidRequestId'],
    ['-1795157065372007', 'InvalidRequestId'],
    ['1795157065.5', 'InvalidRequestId'],
    ['18446744073709551616', 'InvalidRequestId'],
  ])('with the id %s is rejected: %s', (id, fault) => {
    const frame = readFrame(`{"id":${id},"jsonrpc":"2.0","method":"irn_publish"}`)
    expect(frame).toMatchObject({ kind: 'refused', error: { answer: { code: -32600, data: fault } } })
    expect(() => frame.kind === 'refused' && JSON.parse(errorFrame(frame))).not.toThrow()
  })

  test('of another JSON-RPC version, or without an id, is rejected', () => {
    expect(readFrame('{"id":1795157065372007,"method":"irn_publish"}')).toMatchObject({
      kind: 'refused',
      error: { answer: { data: 'InvalidJsonRpcVersion' } },
    })
    expect(readFrame('{"jsonrpc":"2.0","method":"irn_publish"}')).toMatchObject({ kind: 'refused', id: '0' })
  })

  test.each([
    ['{"id":459559951200257,"jsonrpc":"2.0","result":true}', { id: '459559951200257', isResult: true }],
    ['{"id":"459559951200257","jsonrpc":"2.0","result":true}', { id: '459559951200257', isResult: true }],
    ['{"id":"1795157065372007424n","jsonrpc":"2.0","result":true}', { id: '1795157065372007424', isResult: true }],
    ['{"id":459559951200257,"jsonrpc":"2.0","error":{}}', { id: '459559951200257', isResult: false }],
  ])('is an answer, with an id in any notation: %s', (text, answer) => {
    expect(readFrame(text)).toEqual({ kind: 'answer', ...answer })
  })

  test('never throws, with any content', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((json) => `{"id":${json},"method":"x","params":${json}}`),
    )
    fc.assert(
      fc.property(texts, (text) => void readFrame(text)),
      { numRuns: 5_000 },
    )
  })
})

describe('a request', () => {
  const publish = { topic, message: 'AA==', ttl: 300, tag: 1108 }
  const fault = (method: string, params: unknown) => {
    try {
      readRequest({ method, params })
      return 'none'
    } catch (error) {
      if (error instanceof RelayRequestError) return `${error.answer.code} ${error.answer.data}`
      throw error
    }
  }

  test('to publish is parsed without its further parameters', () => {
    const tvf = { correlationId: 1, txHashes: ['0x1'] }
    const params = { ...publish, prompt: true, attestation: null, ...tvf, tvf }
    expect(readRequest({ method: 'irn_publish', params })).toEqual({
      publish: [{ ...publish, attestation: undefined }],
      answer: 'true',
    })
    const untagged = { topic, message: 'AA==', ttl: 300, attestation: '' }
    expect(readRequest({ method: 'irn_publish', params: untagged })).toMatchObject({
      publish: [{ tag: 0, attestation: '' }],
    })
  })

  test.each([
    ['irn_nothing', {}, '-32600 InvalidMethod'],
    ['constructor', {}, '-32600 InvalidMethod'],
    ['irn_publish', undefined, '-32600 InvalidParams'],
    ['irn_publish', { ...publish, message: '' }, '-32600 InvalidParams'],
    ['irn_publish', { ...publish, topic: 'AB'.repeat(32) }, '-32600 InvalidTopic'],
    ['irn_publish', { ...publish, topic: '../etc' }, '-32600 InvalidTopic'],
    ['irn_publish', { ...publish, message: 'é'.repeat(maxMessageBytes / 2 + 1) }, '-32600 PayloadSizeExceeded'],
    ['irn_publish', { ...publish, message: 'a'.repeat(maxMessageBytes) }, 'none'],
    ['irn_publish', { ...publish, ttl: 0 }, '-32000 TtlTooShort'],
    ['irn_publish', { ...publish, ttl: 2_592_000 }, 'none'],
    ['irn_publish', { ...publish, ttl: 2_592_001 }, '-32000 TtlTooLong'],
    ['irn_publish', { ...publish, ttl: 1.5 }, '-32600 InvalidParams'],
    ['irn_publish', { ...publish, tag: 2 ** 32 }, '-32600 InvalidParams'],
    ['irn_batchSubscribe', { topics: [] }, '-32600 BatchEmpty'],
    ['irn_batchSubscribe', { topics: Array(maxTopicsAtOnce + 1).fill(topic) }, '-32600 BatchLimitExceeded'],
    ['irn_batchPublish', { messages: Array(101).fill(publish) }, '-32600 BatchLimitExceeded'],
    ['irn_batchPublish', { messages: Array(100).fill(publish) }, 'none'],
    ['wc_proposeSession', { pairingTopic: 'x', sessionProposal: 'AA==' }, '-32600 InvalidTopic'],
    [
      'wc_approveSession',
      { pairingTopic: topic, sessionTopic: topic, sessionProposalResponse: 'AA==' },
      '-32600 InvalidParams',
    ],
  ])('%s, case %#', (method, params, wanted) => {
    expect(fault(method, params)).toBe(wanted)
  })

  test.each([
    [1108, 604_800, 604_800],
    [1108, 2_592_000, 604_800],
    [1108, 300, 300],
    [1109, 2_592_000, 3_600],
    [1112, 2_592_000, 86_400],
    [1100, 2_592_000, 300],
    [1002, 2_592_000, 30],
    [1116, 3_600, 3_600],
    [0, 2_592_000, 300],
    [4_294_967_295, 2_592_000, 300],
    [4_294_967_295, 10, 10],
  ])('of tag %i that asks for %i s is stored for %i s, as its kind needs', (tag, ttl, stored) => {
    const params = { ...publish, tag, ttl }
    expect(readRequest({ method: 'irn_publish', params }).publish).toMatchObject([{ ttl: stored }])
    const sealed = { pairingTopic: topic, sessionTopic: topic, sessionProposal: 'AA==' }
    const approval = { ...sealed, sessionProposalResponse: 'AA==', sessionSettlementRequest: 'AA==', ttl }
    for (const method of ['wc_proposeSession', 'wc_approveSession']) {
      const { publish: all = [] } = readRequest({ method, params: approval })
      expect(all.every((each) => each.ttl === Math.min(ttl, 300))).toBe(true)
    }
  })

  test('costs a step, one more for each message and topic, and the bytes to be stored', () => {
    const cost = (method: string, params: unknown) => costOf(readRequest({ method, params }))
    expect(cost('irn_publish', { ...publish, attestation: 'abc' })).toEqual({ steps: 2, bytes: 7 })
    expect(cost('irn_batchSubscribe', { topics: [topic, topic] })).toEqual({ steps: 3, bytes: 0 })
    expect(cost('irn_fetchMessages', { topic })).toEqual({ steps: 2, bytes: 0 })
  })

  test('is never rejected with any of its own content', () => {
    const params = { ...publish, topic: 'canary', ttl: 'canary' }
    expect(() => readRequest({ method: 'irn_publish', params })).toThrow(/^(?!.*canary)/)
  })
})
