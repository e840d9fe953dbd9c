import type { ButtonSentences } from '../sentences.js'

export const button: ButtonSentences = {
  'button.connect': '连接钱包',
  'button.connecting': '正在连接...',
  'button.switchNetwork': '切换网络',
  'button.selectNetwork': '选择网络',
  'button.unknownNetwork': '未知网络',
  'button.account': '账户 {name}',
  'button.network': '网络 {name}',
  'button.balanceLoading': '正在加载余额',
  'button.notLoaded': '无法加载此部分。请检查网络连接。',
  'button.tryAgain': '重试',
  'button.close': '关闭',
}
