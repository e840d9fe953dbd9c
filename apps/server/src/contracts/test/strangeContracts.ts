import {
  type Address,
  createClient,
  encodeAbiParameters,
  type Hex,
  http,
  numberToHex,
  size,
  toFunctionSelector,
} from 'viem'

/** The behaviour of a test's contract when it is called. */
export type Behaviour =
  | { readonly does: 'return'; readonly bytes: Hex }
  | { readonly does: 'revert' }
  | { readonly does: 'nothing' }
  | { readonly does: 'loop' }
  /** returns so many zero bytes, after a word that is the offset of a text and one that is its length */
  | { readonly does: 'text'; readonly length: number }

interface SetCodeCall {
  Method: 'anvil_setCode'
  Parameters: [Address, Hex]
  ReturnType: unknown
}

/**
 * Puts a contract on a development chain that answers each function as scripted; for tests. Others revert.
 * @param functions - by signature, whatever the inputs, or by the whole call data
 */
export async function placeContract({
  url,
  address,
  functions,
}: {
  url: string
  address: Address
  functions: Readonly<Record<string, Behaviour>>
}): Promise<Address> {
  const client = createClient({ transport: http(url, { retryCount: 0 }) })
  await client.request<SetCodeCall>({ method: 'anvil_setCode', params: [address, runtimeCode(functions)] })
  return address
}

export const returns = {
  text: (text: string): Behaviour => ({ does: 'return', bytes: encodeAbiParameters([{ type: 'string' }], [text]) }),
  words: (...words: readonly bigint[]): Behaviour => {
    return {
      does: 'return',
      bytes: `0x${words.map((word) => BigInt.asUintN(256, word).toString(16).padStart(64, '0')).join('')}`,
    }
  },
}

/** `if selector is this, do that`, one after the other; jumps go forward by the length of what they pass over. */
function runtimeCode(functions: Readonly<Record<string, Behaviour>>): Hex {
  let code = ''
  const place = () => code.length / 2
  for (const [called, behaviour] of Object.entries(functions)) {
    const head = isOther(called)
    const start = place() + head.length / 2 + 6
    const body = bodyOf({ behaviour, start })
    code += `${head}${push4(start + body.length / 2)}57${body}5b`
  }
  return `0x${code}60006000fd`
}

/** Leaves whether the call is another one on the stack. */
function isOther(called: string): string {
  const [selector = '', ...words] = called.startsWith('0x')
    ? [called.slice(2, 10), ...(called.slice(10).match(/.{64}/g) ?? [])]
    : [toFunctionSelector(called).slice(2)]
  // PUSH1 0 CALLDATALOAD PUSH1 224 SHR PUSH4 selector EQ, and for each word PUSH2 place CALLDATALOAD PUSH32 word EQ AND; ISZERO
  const same = words.map((word, index) => `61${numberToHex(4 + 32 * index, { size: 2 }).slice(2)}357f${word}1416`)
  return `60003560e01c63${selector}14${same.join('')}15`
}

const push4 = (value: number) => `63${numberToHex(value, { size: 4 }).slice(2)}`

function bodyOf({ behaviour, start }: { behaviour: Behaviour; start: number }): string {
  switch (behaviour.does) {
    case 'revert':
      return '60006000fd'
    case 'nothing':
      return '00'
    case 'loop':
      return `5b${push4(start)}56`
    case 'text':
      // MSTORE(0, 32) MSTORE(32, length) RETURN(0, 64 + length)
      return `6020600052${push4(behaviour.length)}602052${push4(behaviour.length + 64)}6000f3`
    case 'return': {
      const length = size(behaviour.bytes)
      // CODECOPY(0, behind these 21 bytes, length) RETURN(0, length); the zeros keep bytes that look like a PUSH from the code
      return `${push4(length)}${push4(start + 21)}600039${push4(length)}6000f3${behaviour.bytes.slice(2)}${'00'.repeat(33)}`
    }
  }
}
