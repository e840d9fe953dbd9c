import type { signIn as english } from '../en/signIn.js'
import type { Translated } from '../sentences.js'

export const signIn: Translated<typeof english> = {
  'signIn.title': '登录',
  'signIn.lead': '{dapp} 需要连接到钱包',
  'signIn.dapp': 'Dapp',
  'signIn.why': '签署一条消息以证明账户归属。不收取任何费用。',
  'signIn.whyRequired': '签署一条消息以证明账户归属。取消将断开连接。',
  'signIn.cancel': '取消',
  'signIn.cancelling': '正在取消...',
  'signIn.sign': '签名',
  'signIn.signing': '正在签名...',
  'signIn.inWallet': '请在 {wallet} 中签名该消息。',
  'signIn.declined': '签名被拒绝',
  'signIn.smartAccount': '此应用可能不支持智能账户',
  'signIn.invalid': '无法验证签名。请重试。',
  'signIn.nobody': '没有需要签名的内容',
  'signIn.nobodyWhy': '连接钱包后开始登录。',
}
