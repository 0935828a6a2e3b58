/** lint gives what is wrong with a text: the rule, the line and what to write instead. */
export function lint(
  text: string,
  filePath: string,
): Promise<{ ruleId: string; line: number; message: string }[]>;
