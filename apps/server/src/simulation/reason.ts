import { decodeErrorResult, type Hex, parseAbi } from 'viem'
import { showableText } from '../tokens/showableText.js'

const abi = parseAbi(['error Error(string reason)', 'error Panic(uint256 code)'])
const longest = 300

/** Why a call failed, in the contract's words or else in the node's, made fit to be shown; empty where neither says it. */
export function reasonIn({ answer, message }: { answer: Hex; message: string }): string {
  return showableText({ text: ofContract(answer) ?? message, longest })
}

function ofContract(answer: Hex): string | null {
  try {
    const { errorName, args } = decodeErrorResult({ abi, data: answer })
    return errorName === 'Error' ? args[0] : null
  } catch {
    return null // an error of the contract's own, whose words only it knows
  }
}
