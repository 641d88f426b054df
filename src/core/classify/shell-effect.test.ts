import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadShellParser } from '../../shell/parse-shell.ts';
import { READ_ONLY_COMMANDS } from './read-only-commands.ts';
import { isPlainSedScript } from './sed-script.ts';
import { shellEffect } from './shell-effect.ts';

const parse = await loadShellParser();
const effectOf = (command: string, directory: string | undefined = '/w') => shellEffect(command, directory, parse);

describe('DESIGN §4: a shell command is repeatable only if every part of it is read-only', () => {
  it.each([
    'cat a.ts',
    'ls -la && git status',
    'cd src && grep -rn foo . | head -20',
    'git log --oneline -5 2>&1',
    'git -C /repo diff HEAD~1 -- a.ts',
    'git branch -a',
    'git branch --list "feat/*"',
    'git stash list',
    'git --no-pager show HEAD',
    'find . -name "*.ts" -not -path "./node_modules/*" 2>/dev/null | sort | uniq -c',
    'find src -name "*.ts" -exec grep -l foo {} \\;',
    "sed -n '10,20p' a.ts",
    "cat a | sed 's/a/b/g; s|x|y|'",
    'rg -n foo src/ -g "*.ts"',
    'jq ".a[] | .b" x.json',
    'timeout 5 cat a',
    'time ls',
    'command -v node',
    'ls | xargs cat',
    'for f in a b; do echo x; done',
    'test -f a && echo yes || true',
    '[[ -d a ]]',
    'wc -l < a.ts',
    'diff <(sort a) <(sort b)',
    'node --version',
    '/usr/bin/cat a',
    'LC_ALL=C sort a',
    'cat <<EOF\nhello\nEOF\n',
    'git branch --sort=-committerdate --format "%(refname)"',
    'git branch --list --sort refname "feat/*"',
    'git branch --merged main',
    'git tag -l --sort=refname "v*"',
    'git tag -n3',
    'git grep -n -e foo -- src',
    'ls | xargs',
    'ls | xargs -0 -n 1 -I{} wc -l {}',
    'ls | xargs --max-args=2 cat',
    'timeout -s KILL 5 cat a',
    'git log --since=2024-01-01',
  ])('%s', (command) => {
    expect(effectOf(command)).toMatchObject({ isReadOnly: true, isRepeatable: true });
  });

  it.each([
    'cat a > b',
    'cat a | tee b',
    'echo $(rm x)',
    'echo `rm x`',
    'cat <(rm x)',
    'ls; rm x',
    'git commit -m x',
    'git push',
    'git branch new',
    'git branch -D old',
    'git -c core.pager=evil log',
    'git log --output=x',
    'git diff --outpu=x',
    'git grep -O foo',
    'git tag v1',
    'git stash',
    'git remote add o u',
    'git config user.name x',
    'find . -delete',
    'find . -name x -exec rm {} \\;',
    'find . -fprint x',
    'find . -exec find {} -delete \\;',
    "sed -i 's/a/b/' x",
    "sed -n 'w out' x",
    "sed 's/a/b/w out' x",
    "sed 's/a/b/e' x",
    "sed -n '1e rm x' y",
    'sed -f script x',
    'sort -o x x',
    'sort --output x y',
    'sort -uo x y',
    'tail -f log',
    'tree -o x',
    'uniq a b',
    'xxd -r a',
    'rg --pre evil foo',
    'awk "{print}" a',
    'curl https://x',
    'curl -X POST https://x',
    'npm test',
    'pytest',
    'python x.py',
    'env FOO=1 ls',
    'PATH=/evil ls',
    'LD_PRELOAD=x ls',
    'GIT_DIR=x git log',
    'export A=1',
    'sudo cat a',
    'nohup cat a',
    'xargs rm',
    'ls | xargs find',
    'ls | xargs sort',
    'eval "ls"',
    'bash -c ls',
    './ls',
    '/tmp/cat a',
    'source a',
    'exec ls',
    'f() { rm x; }; f',
    '$cmd a',
    'sort $x',
    'hostname evil',
    'printf -v x y',
    'date -s now',
    'ls "unclosed',
    'file -C -m x',
    'time -o x ls',
    // Finding 2: GNU takes the value of these by `=` alone.
    'cat list | xargs --max-lines rm',
    'cat list | xargs --replace rm',
    'cat list | xargs --eof rm',
    'cat list | xargs -i rm',
    'cat list | xargs --max-lines=1 rm',
    'cat list | xargs --process-slot-var PATH cat',
    'cat list | xargs -n 1',
    'cat list | xargs -I cat cat',
    'cat list | xargs -I{} {}',
    'cat list | timeout --unknown cat rm',
    'find . -exec {} \\;',
    // Finding 3: a listing option does not make a creation or deletion a listing.
    'git branch --format=x -D main',
    'git branch --sort=refname newb',
    'git branch --sort refname newb',
    'git branch -v newb',
    'git branch --list -D main',
    'git branch --merged -D main',
    'git tag --sort=refname -d v1',
    'git tag --sort=refname vnew',
    'git tag -l -d v1',
    'git grep -lOrm pattern',
    'git grep -nO pattern',
    'git config "--get x" y',
    "[[ 'a[$(rm x)]' -eq 0 ]]",
    "test -v 'a[$(rm x)]'",
    "read 'a[$(rm x)]' <<< 1",
  ])('not %s', (command) => {
    expect(effectOf(command)).toMatchObject({ isReadOnly: false, isRepeatable: false });
  });

  it.each([
    'date',
    'uptime',
    'git log --since=yesterday',
    'git log --format=%ar',
    'sort -R a',
    'find . -mmin -5',
    "printf '%(%s)T'",
    'echo $x',
    'cat "$f"',
    'ls $HOME',
    'X=$y',
    'cat <<E\n$RANDOM\nE\n',
  ])('changes nothing, but cannot be had again: %s', (command) => {
    expect(effectOf(command).isRepeatable).toBe(false);
    if (!command.startsWith('X=')) expect(effectOf(command).isReadOnly).toBe(true);
  });

  it('property: a read-only command with anything that writes behind, in front or inside it is not repeatable', () => {
    const plain = fc.constantFrom('cat a', 'ls -l', 'git status', 'grep x y', 'head -3 a');
    const writing = fc.constantFrom('rm x', 'touch y', 'npm i', 'ls > z', 'unknown', "sed -i 's/a/b/' c", 'git add .');
    const joins = fc.constantFrom<(a: string, b: string) => string>(
      (a, b) => `${a} && ${b}`,
      (a, b) => `${b}; ${a}`,
      (a, b) => `${a} | ${b}`,
      (a, b) => `${a} $(${b})`,
      (a, b) => `for i in 1 2; do ${b}; ${a}; done`,
      (a, b) => `if ${a}; then ${b}; fi`,
      (a, b) => `(${a}; (${b}))`,
      (a, b) => `${a} <<E\n$(${b})\nE\n`,
      (a, b) => `${a} || { ${b}; }`,
    );
    fc.assert(
      fc.property(plain, writing, joins, (a, b, join) => {
        expect(effectOf(join(a, b)).isRepeatable).toBe(false);
      }),
    );
  });

  it('every row of the list gives its source', () => {
    for (const row of READ_ONLY_COMMANDS) expect(row.source).not.toBe('');
    expect(new Set(READ_ONLY_COMMANDS.map((row) => row.name)).size).toBe(READ_ONLY_COMMANDS.length);
  });

  it('a sed script is read in one pass: a hostile one of 2000 characters ends at once', () => {
    expect(isPlainSedScript(`${'\n ;'.repeat(600)}w`)).toBe(false);
    expect(isPlainSedScript('1,5{p;d}')).toBe(true);
    expect(isPlainSedScript('$!N;P;D')).toBe(true);
  });
});

describe('what a shell command reads', () => {
  it.each([
    ['cat a.ts', { path: '/w/a.ts' }],
    ['cd src && cat ./x/../a.ts', { path: '/w/src/a.ts' }],
    ['head -n 5 a.ts', { path: '/w/a.ts', range: { start: 1, end: 5 } }],
    ['head -5 a.ts', { path: '/w/a.ts', range: { start: 1, end: 5 } }],
    ["sed -n '3,9p' a.ts", { path: '/w/a.ts', range: { start: 3, end: 9 } }],
    ["sed -n '3,$p' a.ts", { path: '/w/a.ts', range: { start: 3, end: Number.POSITIVE_INFINITY } }],
    ["cat a.ts | sed -n '3p'", { path: '/w/a.ts', range: { start: 3, end: 3 } }],
    ['cat a.ts 2>/dev/null | head -50', { path: '/w/a.ts', range: { start: 1, end: 50 } }],
    ['tail -n +7 a.ts', { path: '/w/a.ts', range: { start: 7, end: Number.POSITIVE_INFINITY } }],
    ['cat < a.ts', { path: '/w/a.ts' }],
  ])('%s is a read of a file', (command, fileRead) => {
    expect(effectOf(command).fileRead).toEqual(fileRead);
  });

  it.each([
    'cat a b',
    'cat *.ts',
    'cat -n a',
    'tail -5 a',
    'head -n -5 a',
    'grep x a',
    'cat a; cat b',
    'ls',
    'cat a | grep x',
    'cat $x',
    'cd x; cat a',
    'cd "$x" && cat a',
  ])('%s is not', (command) => {
    expect(effectOf(command).fileRead).toBeUndefined();
  });

  it.each([
    ['grep -rn foo src test', ['/w/src', '/w/test']],
    ['grep -r -A 3 foo', ['/w']],
    ['rg foo', ['/w']],
    ['find src lib -name x', ['/w/src', '/w/lib']],
    ['find -name x', ['/w']],
    ['ls', ['/w']],
    ['cd a && ls', ['/w/a']],
    ['git log', ['/w']],
    ['git -C /r status', ['/r']],
    ['cat /etc/a b | grep -e x', ['/etc/a', '/w/b']],
    ['cat /etc/a | rg x', ['/etc/a', '/w']],
    ['cd "$x" && ls', ['.']],
    ['cd a; ls b', ['b']],
    ['cat src/*.ts', ['/w/src']],
    ['ls [ab].ts', ['/w']],
    ['find -L -D exec src lib -name x', ['/w/src', '/w/lib']],
  ])('%s depends on %j', (command, paths) => {
    expect(effectOf(command).readPaths).toEqual(paths);
  });
});

describe('DESIGN §4, Handles: what a shell command that is not read-only names counts as written', () => {
  it.each([
    ['rm a.ts', ['/w/a.ts']],
    ['rm -rf src', ['/w/src']],
    ['cd lib && mv a b', ['/w/lib/a', '/w/lib/b']],
    ["sed -i 's/a/b/' ../x/a.ts", ['/x/a.ts']],
    ['echo x > out.txt', ['/w/out.txt']],
    ['cat a.ts > b.ts', ['/w/b.ts']],
    ['python tools/gen.py --out=src/a.ts', ['/w/tools/gen.py', '/w/src/a.ts']],
    ['git checkout HEAD -- a.ts', ['/w/HEAD', '/w/a.ts']],
    ['npx prettier --write src', ['/w/src']],
    ['rm src/*.ts', ['/w/src']],
    ['rm *.ts', ['/w']],
    ['black .', ['/w']],
    ['npm run build', []],
    ['git add a.ts && git commit -m "fix b.ts"', []],
  ])('%s', (command, named) => {
    const { touches } = effectOf(command);
    for (const path of named) expect(touches.named).toContain(path);
    if (named.length === 0) expect(touches).toEqual({ named: [], loose: [], tree: undefined });
  });

  it('what is only read beside a redirection is not written', () => {
    expect(effectOf('cat a.ts > b.ts && grep x c.ts | tee d.ts').touches.named).toEqual(['/w/b.ts', '/w/d.ts']);
  });

  it.each([
    'git checkout main',
    'git stash',
    'git reset --hard',
    'git pull',
    'git merge x',
    'git rebase main',
    'patch -p1 < x.diff',
    'tar xf a.tar',
    'echo "open',
  ])('%s may write all below its directory', (command) => {
    expect(effectOf(command).touches.tree).toBe('/w');
  });

  it.each(['git reset', 'git checkout -b new', 'git checkout -- a.ts', 'git commit -m x', 'git add .', 'git stash list'])('%s does not', (command) => {
    expect(effectOf(command).touches.tree).toBeUndefined();
  });

  it('a name that the text does not show writes by its last part, or everything', () => {
    expect(effectOf('rm $DIR/a.ts').touches.named).toEqual(['a.ts']);
    expect(effectOf('for f in x.ts; do rm "$f"; done').touches.named).toEqual(expect.arrayContaining(['/w/x.ts', '/w']));
    expect(effectOf('ls src | xargs rm').touches.named).toContain('/w/src');
  });

  it('code and here-documents may write what they name', () => {
    expect(effectOf("python - <<'E'\nopen('src/a.ts', 'w')\nE\n").touches.loose).toContain('/w/src/a.ts');
    expect(effectOf(`node -e "fs.writeFileSync('a.ts', 'x')"`).touches.loose).toContain('/w/a.ts');
  });
});

describe("holdfast's own recall in a shell", () => {
  const handle = `hf_${'a2'.repeat(10)}`;
  it.each([`holdfast recall ${handle}`, `npx holdfast recall ${handle}`, `npx -y holdfast recall ${handle} --raw`, `cd /w && holdfast recall ${handle}`])(
    '%s is known by its handle',
    (command) => {
      expect(effectOf(command)).toMatchObject({ isRepeatable: true, recallHandle: handle });
    },
  );
  it.each([`holdfast recall ${handle} | head -5`, 'holdfast recall --search x', `echo holdfast recall ${handle}`])(
    '%s is not a recall of one handle',
    (command) => {
      expect(effectOf(command).recallHandle).toBeUndefined();
      expect(effectOf(command).isRepeatable).toBe(true);
    },
  );
  it.each([`holdfast recall ${handle} > a.ts`, 'holdfast gc'])('%s changes something', (command) => {
    expect(effectOf(command)).toMatchObject({ isReadOnly: false });
  });
});
